import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { runs } from '../support/runs.js';
import { statementsOf } from '../support/statements.js';
import { battle, casual, club, load, player, result, tournament } from '../support/world.js';

const db = await openTestDb();

const PLAYERS = [
  'Dan Cohen',
  'D Cohen',
  'Dana Cohn',
  'Jérôme Fournier',
  'Albert Yen',
  'Albert Yeng',
  'Yen Alberts',
  "Niamh O'Brien",
  'Conor OBrien',
  'Jean-Luc Picard',
  'Łukasz Wójcik',
  'Γιώργος Παπαδόπουλος',
  'Ольга Смирнова',
  '100% Real',
  'Ann_Lee',
];

await load(db, [
  ...PLAYERS.map((name) => player(`p-${name.replaceAll(/[^\p{L}\d]/gu, '-')}`, { name })),
  player('p-gone', { name: null, removed: true }),
  club({ slug: 'dice', name: 'Dice & Daggers', city: 'Sheffield' }),
  tournament({ slug: 'cup', name: 'Cohen Cup', club: 'dice', startDate: '2026-02-01', endDate: null }),
  tournament({ slug: 'old-cup', name: 'Old Cup', startDate: '2020-02-01', endDate: null }),
  tournament({ slug: 'no-day', name: 'Cup', startDate: null, endDate: null }),
  tournament({ slug: 'hidden', name: 'Cohen Hidden', published: false }),
  player('baker-1', { name: 'Tom Baker' }),
  player('baker-2', { name: 'Tom Baker' }),
  tournament({
    slug: 'baker-open',
    name: 'Baker Open',
    startDate: '2026-01-01',
    endDate: null,
    participants: [{ playerId: 'baker-1', club: 'dice', list: { faction: 'Elves' } }, 'Bo'],
  }),
  battle('b-2', { tournament: 'baker-open', sides: result('win', [{ faction: 'Elves' }, {}]) }),
  casual('b-1', { date: '2026-03-01', sides: [{ playerId: 'p-Dana-Cohn' }, { name: 'Bo' }] }),
]);
const app = await createTestApp(db);

const QUERY = `query ($text: String!, $kinds: [SearchKind!], $first: Int, $after: String, $last: Int, $before: String) {
  search(text: $text, kinds: $kinds, first: $first, after: $after, last: $last, before: $before) {
    pageInfo { hasPreviousPage hasNextPage startCursor } nextCursor nodes { __typename ... on Tournament { name } ... on Club { name city } ... on Player { name } } } }`;

type Page = {
  pageInfo: { hasPreviousPage: boolean; hasNextPage: boolean; startCursor: string };
  nextCursor: string | null;
  nodes: { __typename: string; name: string }[];
};

async function page(variables: Record<string, unknown>): Promise<Page> {
  const { status, body } = await app.graphql(QUERY, variables);
  expect({ status, errors: body.errors }).toStrictEqual({ status: 200, errors: undefined });
  return body.data.search;
}

const names = async (text: string, rest = {}) => (await page({ text, ...rest })).nodes.map(({ name }) => name);

test('the page tells players of one name apart, and finds factions and places', async () => {
  const visit = async (q: string) => (await app.get(`/search?q=${q}`, { accept: 'text/html' })).text();
  expect(await visit('baker')).toMatch(
    /Tom Baker.*Dice &amp; Daggers · Elves · Baker Open 2026.*Tom Baker.*0 battles</s,
  );
  expect(await visit('elv')).toContain('href="/factions/elves"');
  expect(await visit('sheff')).toMatch(/href="\/clubs\?city=Sheffield".*1 club/s);
  expect(await (await app.get('/tournaments', { accept: 'text/html' })).text()).toContain(
    '<option value="Dice &amp; Daggers"',
  );
});

test('names of a similar spelling are said to be no more than that', async () => {
  const similar = async (text: string) =>
    (await app.graphql(`{ search(text: "${text}") { similar } }`)).body.data.search.similar;
  expect([await similar('cohne'), await similar('cohen'), await similar('xyzzy')]).toStrictEqual([true, false, false]);
  const visit = async (q: string) => (await app.get(`/search?q=${q}`, { accept: 'text/html' })).text();
  expect(await visit('cohne')).toMatch(/No exact match; similar:.*Dan Cohen/s);
  expect(await visit('cohen')).not.toContain('similar:');
});

test('factions, countries and cities are found beside, as by their own fields', async () => {
  const find = async (text: string) => {
    const beside = 'factions(first: 1) { nodes { slug } nextCursor } locations(first: 1) { city clubs }';
    const { body } = await app.graphql(`{ search(text: "${text}") { nodes { __typename } ${beside} } }`);
    const own = await app.graphql(
      `{ factions(text: "${text}", first: 1) { nodes { slug } nextCursor } locations(text: "${text}", first: 1) { city clubs } }`,
    );
    const { nodes, ...others } = body.data.search;
    expect(others).toStrictEqual(own.body.data);
    return others;
  };
  expect(await find('elv')).toStrictEqual({
    factions: { nodes: [{ slug: 'elves' }], nextCursor: null },
    locations: [],
  });
  expect(await find('sheff')).toMatchObject({ locations: [{ city: 'Sheffield', clubs: 1 }] });
  // A letter to Unicode, and an apostrophe to names.
  expect(await find('\u02bc')).toStrictEqual({ factions: { nodes: [], nextCursor: null }, locations: [] });
});

describe('what others have asked for', () => {
  // usgo/agagd#248
  test.each(['yen, albert', 'yen,  albert', ' yen, albert', 'yen, albert ', 'yen albert', 'albert yen', 'Albert Yen'])(
    '"%s" finds Albert Yen first',
    async (text) => {
      expect((await names(text))[0]).toBe('Albert Yen');
    },
  );
  test('"albert" and "yen" find whole words first', async () => {
    expect(await names('albert')).toStrictEqual(['Albert Yen', 'Albert Yeng', 'Yen Alberts']);
    expect(await names('yen')).toStrictEqual(['Albert Yen', 'Yen Alberts', 'Albert Yeng']);
  });

  // thewca/worldcubeassociation.org#690 and #15324
  test('"D Cohen" finds Dan Cohen', async () => {
    expect(await names('D Cohen')).toStrictEqual(['D Cohen', 'Dan Cohen']);
  });
  test.each(['Je', 'jé', 'JERO', 'Jérôme'])('"%s" finds Jérôme', async (text) => {
    expect(await names(text, { kinds: ['player'] })).toContain('Jérôme Fournier');
  });
});

describe('a second try', () => {
  test.each([
    ['cohne', ['Cohen Cup', 'D Cohen', 'Dan Cohen', 'Dana Cohn']],
    ['dan cohne', ['Dan Cohen', 'Dana Cohn']],
    ['dan ocehn', []],
    ['ocHen dan', ['Dan Cohen']],
    ['cohm', ['Dana Cohn', 'Cohen Cup', 'D Cohen', 'Dan Cohen']],
    ['jerome fuornier', ['Jérôme Fournier']],
    ['wojick', ['Łukasz Wójcik']],
    ['xyzzy', []],
    ['zz', []],
  ])('for %j', async (text, expected) => {
    expect(await page({ text })).toMatchObject({ nodes: expected.map((name) => ({ name })), nextCursor: null });
  });

  test('is one page of the kinds asked for', async () => {
    expect(await names('cohne', { kinds: ['tournament'] })).toStrictEqual(['Cohen Cup']);
    expect(await names('cohne', { first: 2 })).toStrictEqual(['Cohen Cup', 'D Cohen']);
  });

  test('has no cursor to go on from', async () => {
    const { body } = await app.graphql(
      '{ search(text: "cohne", first: 1) { nextCursor edges { cursor } pageInfo { hasNextPage endCursor } } }',
    );
    const { nextCursor, pageInfo } = body.data.search;
    expect([nextCursor, pageInfo.hasNextPage]).toStrictEqual([null, false]);
  });

  test('takes five statements at most, and two when it finds nothing', async () => {
    const taken = async (text: string) => {
      const statements = await statementsOf(() => names(text));
      return statements.filter((each) => !each.includes('"api_key"')).length;
    };
    expect([await taken('cohne'), await taken('xyzzy')]).toStrictEqual([4, 2]);
  });
});

describe('a search', () => {
  test.each([
    ["o'brien", ['Conor OBrien', "Niamh O'Brien"]],
    ['o’b', ['Conor OBrien', "Niamh O'Brien"]],
    ['obrien', ['Conor OBrien', "Niamh O'Brien"]],
    ['brien', ["Niamh O'Brien"]],
    ['jean-luc', ['Jean-Luc Picard']],
    ['jeanluc p', ['Jean-Luc Picard']],
    ['luc jean', ['Jean-Luc Picard']],
    ['lukasz wojcik', ['Łukasz Wójcik']],
    ['γιωργος', ['Γιώργος Παπαδόπουλος']],
    ['ОЛЬГА', ['Ольга Смирнова']],
    ['100%', ['100% Real']],
    ['%', null],
    ['lee', ['Ann_Lee']],
    ['ann_lee', ['Ann_Lee']],
    ['a_n', []],
    ['sheffield', []],
    ['gone', []],
    ['hidden', []],
    [
      'c\0oh',
      ['Cohen Cup', 'Dana Cohn', 'D Cohen', 'Dan Cohen', 'Conor OBrien'].filter((name) => /c.* oh/i.test(name)),
    ],
  ])('for %j', async (text, expected) => {
    if (expected === null) expect((await app.graphql(QUERY, { text })).status).toBe(400);
    else expect(await names(text)).toStrictEqual(expected);
  });

  test('puts whole words first, then what was active last, then the alphabet', async () => {
    expect(await names('co')).toStrictEqual(['Dana Cohn', 'Cohen Cup', 'Conor OBrien', 'D Cohen', 'Dan Cohen']);
    expect(await names('cup')).toStrictEqual(['Cohen Cup', 'Old Cup', 'Cup']);
    expect(await names('d')).toStrictEqual(['D Cohen', 'Dana Cohn', 'Dice & Daggers', 'Dan Cohen']);
  });

  test('goes on page by page where it has stopped, whatever the size of the page', async () => {
    const text = fc.constantFrom('d', 'c', 'co', 'a', 'o', 'cup', 'c d', 'albert');
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 4 }), async (text, first) => {
        const all = await page({ text, first: 100 });
        const found: string[] = [];
        let after: string | null = null;
        do {
          const { nodes, nextCursor }: Page = await page({ text, first, after });
          found.push(...nodes.map(({ name }) => name));
          after = nextCursor;
        } while (after !== null);
        expect(found).toStrictEqual(all.nodes.map(({ name }) => name));

        const backwards: string[] = [];
        for (let before: string | null = null, more = true; more; ) {
          const { nodes, pageInfo }: Page = await page({ text, last: first, before });
          expect(pageInfo.hasNextPage).toBe(before !== null);
          backwards.unshift(...nodes.map(({ name }) => name));
          before = pageInfo.startCursor;
          more = pageInfo.hasPreviousPage;
        }
        expect(backwards).toStrictEqual(found);
      }),
      { numRuns: runs(20) },
    );
  });

  test('has cursors that are bound to text and kinds', async () => {
    const { nextCursor: after } = await page({ text: 'c', first: 1 });
    expect(after).not.toBeNull();
    for (const other of [{ text: 'co' }, { text: 'c', kinds: ['player'] }]) {
      const { status, body } = await app.graphql(QUERY, { ...other, first: 1, after });
      expect([status, body.errors[0].message]).toStrictEqual([400, 'Invalid after']);
    }
  });

  test.each([
    ['', 'text must have a letter or a digit'],
    [' ,;- ', 'text must have a letter or a digit'],
    ['\0', 'text must have a letter or a digit'],
    ['\ud800', 'text must have a letter or a digit'],
    ['a'.repeat(201), 'text must not be longer than 200 characters'],
  ])('for %j is refused', async (text, message) => {
    const { status, body } = await app.graphql(QUERY, { text });
    expect([status, body.errors[0].message, body.errors[0].extensions.code]).toStrictEqual([
      400,
      message,
      'BAD_REQUEST',
    ]);
  });
});
