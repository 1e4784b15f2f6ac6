import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { battle, battlePack, casual, club, load, result, tournament } from '../support/world.js';

let app: TestApp;
const db = await openTestDb();

const [ASH, BRASS, TIDE] = ['Ashen Choir', 'Brass Caliphate', 'Tidewrought'];

/** A battle between these factions. */
const fought = (id: string, first: string | null, second: string | null, rest: Parameters<typeof battle>[1] = {}) =>
  battle(id, { sides: result('win', [{ faction: first }, { faction: second }]), ...rest });

const world: BundleRecord[] = [
  club({ slug: 'north' }),
  battlePack({ name: 'Pitched' }),
  tournament({
    participants: ['Ann', 'Bo', 'Cy'],
    startDate: '2026-05-02',
    country: 'Türkiye',
    club: 'north',
    battlePack: 'Pitched',
  }),
  fought('b-1', ASH, BRASS),
  fought('b-2', TIDE, ASH, { round: 2 }),
];

/** True while the world is unchanged: loading takes longer than most tests, and most only read. */
let isFresh = false;
beforeEach(async () => {
  if (isFresh) return;
  await emptyDb(db);
  await load(db, world);
  app = await createTestApp(db, { config: { limits: { ...LIMITS, cost: 100_000 } } });
  isFresh = true;
});

function bring(records: BundleRecord[]): Promise<void> {
  isFresh = false;
  return load(db, records);
}

function write(statement: string) {
  isFresh = false;
  return db.sql.query(statement);
}

const PAIRS =
  'matchups { faction { slug } opponent { slug } battleCount winRate { value n } battles { totalCount nodes { battleId } } }';

async function statistics(
  args = '',
  fields = `battles events players factions { faction { name } winRate { value n } } ${PAIRS}`,
) {
  const { status, body } = await app.graphql(`{ statistics${args} { ${fields} } }`);
  expect({ status, errors: body.errors }).toStrictEqual({ status: 200, errors: undefined });
  return body.data.statistics;
}

test('factions, and each against each that it has met, with the battles behind it', async () => {
  expect(await statistics()).toStrictEqual({
    battles: 2,
    events: 1,
    players: 2,
    factions: [
      { faction: { name: ASH }, winRate: { value: 0.5, n: 2 } },
      { faction: { name: BRASS }, winRate: { value: 0, n: 1 } },
      { faction: { name: TIDE }, winRate: { value: 1, n: 1 } },
    ],
    matchups: [
      matchup('ashen-choir', 'brass-caliphate', 1, 'b-1'),
      matchup('ashen-choir', 'tidewrought', 0, 'b-2'),
      matchup('brass-caliphate', 'ashen-choir', 0, 'b-1'),
      matchup('tidewrought', 'ashen-choir', 1, 'b-2'),
    ],
  });
});

const matchup = (faction: string, opponent: string, value: number, battleId: string) => ({
  faction: { slug: faction },
  opponent: { slug: opponent },
  battleCount: 1,
  winRate: { value, n: 1 },
  battles: { totalCount: 1, nodes: [{ battleId }] },
});

describe('what does not count', () => {
  const casually = (name: string, faction: string) => ({ entry: null, name, faction });
  const open = { outcome: null };
  const hidden = tournament({ slug: 'hidden', published: false, participants: ['Ann', 'Bo'] });
  test.each<[string, BundleRecord[]]>([
    ['a casual battle', [casual('b-3', { sides: result('win', [casually('X', ASH), casually('Y', BRASS)]) })]],
    ['an archived battle', [fought('b-3', ASH, BRASS, { archived: true })]],
    [
      'an unfinished battle',
      [
        battle('b-3', {
          sides: result('win', [
            { ...open, faction: ASH },
            { ...open, faction: BRASS },
          ]),
        }),
      ],
    ],
    ['a battle of a tournament that is not published', [hidden, fought('b-3', ASH, BRASS, { tournament: 'hidden' })]],
    ['a battle with a faction that is not known', [fought('b-3', ASH, null)]],
    ['a battle with a faction without a name', [fought('b-3', ASH, '')]],
  ])('%s', async (_what, records) => {
    const before = await statistics();
    await bring(records);
    expect(await statistics()).toStrictEqual(before);
  });
});

test('mirrors are in no rate, and in the totals: the matrix is symmetric and sums up to all battles', async () => {
  await bring([
    fought('b-3', ASH, ASH, { round: 3 }),
    fought('b-4', BRASS, ASH, { round: 4, sides: result('draw', [{ faction: BRASS }, { faction: ASH }]) }),
  ]);
  for (const draws of ['HALF', 'ZERO', 'OMIT']) {
    const { battles, matchups } = await statistics(`(draws: ${draws})`);
    type Cell = {
      faction: { slug: string };
      opponent: { slug: string };
      battleCount: number;
      winRate: { value: number | null; n: number };
    };
    const countOf = ({ faction, opponent, battleCount }: Cell) => [`${faction.slug} ${opponent.slug}`, battleCount];
    const turned = (cell: Cell) => countOf({ ...cell, faction: cell.opponent, opponent: cell.faction });
    expect(Object.fromEntries(matchups.map(countOf))).toStrictEqual(Object.fromEntries(matchups.map(turned)));
    const isMirror = ({ faction, opponent }: Cell) => faction.slug === opponent.slug;
    const total = matchups.reduce((sum: number, cell: Cell) => sum + cell.battleCount * (isMirror(cell) ? 2 : 1), 0);
    expect(total / 2).toBe(battles);
    expect(matchups.filter(isMirror).map(({ winRate }: Cell) => winRate)).toStrictEqual([{ value: null, n: 0 }]);
  }
});

describe('narrowed', () => {
  test.each([
    ['(country: "TURKIYE")', 2],
    ['(country: "Turkey")', 2],
    ['(country: "tr", club: "NORTHERN legion")', 2],
    ['(country: "Norway")', 0],
    ['(battlePack: "pitched", club: "north")', 2],
    ['(club: "south")', 0],
    ['(minPlayers: 3)', 2],
    ['(minPlayers: 4)', 0],
    ['(from: "2026-05-02", to: "2026-05-02")', 2],
    ['(from: "1990-01-01", to: "2026-05-01")', 0],
    ['(from: "1990-01-01", to: "2050-01-01")', 2],
    ['(country: "\\u0000")', 0],
  ])('%s', async (args, battles) => {
    const found = await statistics(args);
    expect(found.battles).toBe(battles);
    expect(found.factions.length > 0).toBe(battles > 0);
    expect(found.matchups.map((cell: { battles: { totalCount: number } }) => cell.battles.totalCount)).toStrictEqual(
      battles === 0 ? [] : [1, 1, 1, 1],
    );
  });

  test('to one faction, and to one pair', async () => {
    const fields = (args: string) =>
      `factions(faction: "ashen-choir") { faction { slug } } matchups${args} { opponent { slug } }`;
    const found = await statistics('', fields('(faction: "ashen-choir", opponent: "tidewrought")'));
    expect(found).toStrictEqual({
      factions: [{ faction: { slug: 'ashen-choir' } }],
      matchups: [{ opponent: { slug: 'tidewrought' } }],
    });
    expect((await statistics('', fields('(faction: "nobody")'))).matchups).toStrictEqual([]);
  });

  test.each([
    ['minRating=399', 'minRating must be from 400 to 4000'],
    ['maxRating=4001', 'maxRating must be from 400 to 4000'],
    ['minPlayers=0', 'minPlayers must be a positive integer'],
    ['draws=half', 'draws must be one of HALF, ZERO, OMIT'],
    ['from=2026-05-02&to=2026-05-01', 'from must not be after to'],
    ['from=yesterday', 'from must be a date in the form YYYY-MM-DD'],
  ])('?%s is refused', async (query, message) => {
    const response = await app.get(`/api/v1/statistics/factions?${query}`);
    expect([response.status, await response.json()]).toMatchObject([400, { error: { message } }]);
  });

  test('by the ratings of both players, of whom nobody has one here', async () => {
    expect(await statistics('(minRating: 400)', 'battles players factions { share { n } }')).toStrictEqual({
      battles: 0,
      players: 0,
      factions: [],
    });
  });

  test('the battles of every cell of a whole matrix at once cost too much, those of one faction do not', async () => {
    const limited = await createTestApp(db);
    const cells = (args: string) => `{ statistics { matchups${args} { battles(first: 20) { nodes { battleId } } } } }`;
    const { body } = await limited.graphql(cells(''));
    expect(body.errors?.[0].message).toMatch(/^battles\(first: 20\) inside matchups costs [\d,]+; the limit is 5,000$/);
    expect((await limited.graphql(cells('(faction: "ashen-choir")'))).body.errors).toBeUndefined();
    // A matrix requested again under another alias is not free either.
    const matrix = (name: string) =>
      `${name}: matchups { winRate { value } asAttacker { value } asDefender { value } }`;
    const again = await limited.graphql(`{ statistics { ${matrix('a')} ${matrix('b')} } }`);
    expect(again.body.errors?.[0].message).toMatch(/the limit is 5,000$/);
    expect((await limited.graphql(`{ statistics { ${matrix('a')} } }`)).body.errors).toBeUndefined();
  });
});

describe('a faction', () => {
  const names = async () =>
    (await app.graphql('{ factions { nodes { slug name aliases } } }')).body.data.factions.nodes;

  test('is one thing however it is spelled, and by its aliases', async () => {
    await bring([
      { type: 'faction', slug: 'choir', name: 'The Choir', aliases: ['ashen choir', 'Ashen'] },
      fought('b-3', 'ASHEN', 'tidewrought', { round: 3 }),
    ]);
    expect(await names()).toStrictEqual([
      { slug: 'brass-caliphate', name: BRASS, aliases: [] },
      { slug: 'choir', name: 'The Choir', aliases: ['ashen choir', 'Ashen'] },
      { slug: 'tidewrought', name: TIDE, aliases: [] },
    ]);
    expect((await statistics()).factions.map((of: { winRate: { n: number } }) => of.winRate.n)).toStrictEqual([
      1, 3, 2,
    ]);
    // Without the aliases they are separate factions again.
    await bring([{ type: 'faction', slug: 'choir', name: 'The Choir', aliases: [] }]);
    expect((await names()).map(({ slug }: { slug: string }) => slug)).toStrictEqual([
      'ashen',
      'ashen-choir',
      'brass-caliphate',
      'tidewrought',
    ]);
  });

  test('has one name for one spelling', async () => {
    const faction = (slug: string, name: string, aliases: string[] = []) =>
      ({ type: 'faction', slug, name, aliases }) as const;
    await bring([faction('one', 'One', ['Öne'])]);
    await expect(bring([faction('two', 'Two', ['ONE'])])).rejects.toThrow('aliases ONE is a name of one too');
    await expect(bring([faction('two', 'Two'), faction('three', 'TWO')])).rejects.toThrow(
      'name Two is a name of three too',
    );
  });

  test('is not there before it is played where everybody can see it', async () => {
    await bring([
      { type: 'faction', slug: 'later', name: 'Later' },
      tournament({ slug: 'hidden', published: false, participants: ['Ann', 'Bo'] }),
      fought('b-3', 'Secret', 'Later', { tournament: 'hidden' }),
    ]);
    expect((await names()).map(({ slug }: { slug: string }) => slug)).toStrictEqual([
      'ashen-choir',
      'brass-caliphate',
      'tidewrought',
    ]);
    const { body } = await app.graphql('{ faction(slug: "secret") { name } }');
    expect(body.errors?.[0].message).toBe('Faction not found');
    expect((await app.graphql('{ faction(slug: "tidewrought") { name url } }')).body.data.faction).toStrictEqual({
      name: TIDE,
      url: 'https://battles.example/factions/tidewrought',
    });
  });
});

test('remembered until something of it changes, which a result elsewhere does not', async () => {
  const remembering = await createTestApp(db, { remember: true });
  const read = (query: string) => remembering.get(`/api/v1/statistics/factions${query}`);
  const takes = async (query: string) => (await statementsOf(() => read(query))).length;
  const queries = ['', '?club=northern+legion', '?country=Norway'];
  await soon(async () => {
    for (const query of queries) await read(query);
    expect(await Promise.all(queries.map(takes))).toStrictEqual([0, 0, 0]);
  });
  await write(`UPDATE "battle_side" SET "outcome" = CASE "outcome" WHEN 'win' THEN 'loss' ELSE 'win' END::"outcome"
    WHERE "battle_id" = 'b-2'`);
  const rateOf = async (query: string) => (await (await read(query)).json()).data[2].winRate.value;
  await soon(async () => expect(await rateOf('')).toBe(0));
  expect(await rateOf('?club=northern+legion')).toBe(0);
  expect(await takes('?country=Norway')).toBe(0);
});
