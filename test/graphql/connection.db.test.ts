// Connections as the Relay specification defines them (https://relay.dev/graphql/connections.htm), on every listing.
import { getNamedType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { openTestApp } from '../support/app.js';
import { statementsOf } from '../support/statements.js';
import { battle, casual, club, load, player, result, tournament } from '../support/world.js';

const FIVE = [1, 2, 3, 4, 5];
const { app, db } = await openTestApp([
  ...FIVE.map((at) => club({ slug: `c-${at}`, name: `Club ${at}`, description: `About ${at}` })),
  player('p-1'),
  ...FIVE.map((at) => player(`p-${at + 1}`)),
  ...FIVE.map((at) => casual(`b-of-${at}`, { sides: [{ playerId: `p-${at + 1}` }, { name: 'Bo' }] })),
  ...FIVE.map((at) =>
    tournament({
      slug: `t-${at}`,
      name: `Tournament ${at}`,
      startDate: `2026-05-0${at}`,
      club: 'c-1',
      participants: [{ playerId: 'p-1' }, ...(at === 1 ? ['Ann', 'Bo', 'Cy', 'Di'] : ['Bo'])],
    }),
  ),
  ...FIVE.map((at) => battle(`b-${at}`, { tournament: 't-1', date: `2026-05-0${at}`, sides: result('win') })),
  casual('b-6', { club: 'c-1', date: '2026-06-01' }),
]);

/** Each listing: its parent, its field, and the field that identifies an entry. */
const LISTINGS: Record<string, [parent: string, field: string, key: string]> = {
  tournaments: ['', 'tournaments', 'slug'],
  'tournaments of a club, at the root': ['', 'tournaments(club: "c-1"', 'slug'],
  clubs: ['', 'clubs', 'slug'],
  players: ['', 'players', 'publicId'],
  'the largest tournaments': ['', 'tournaments(orderBy: largest', 'slug'],
  'tournaments with a filter': ['', 'tournaments(minPlayers: 1, stageType: board', 'slug'],
  'the busiest players': ['', 'players(minBattles: 1, orderBy: busiest', 'publicId'],
  'battles of a player with a filter': ['', 'battles(player: "p-1", club: "c-1"', 'battleId'],
  'tournaments of a club': ['club(slug: "c-1")', 'tournaments', 'slug'],
  'battles of a club': ['club(slug: "c-1")', 'battles', 'battleId'],
  'battles of a player': ['player(id: "p-1")', 'battles', 'battleId'],
  'participations of a player': ['player(id: "p-1")', 'participations', 'id'],
  'battles of a tournament': ['tournament(slug: "t-1")', 'battles', 'battleId'],
  'participants of a tournament': ['tournament(slug: "t-1")', 'participants', 'id'],
  'battles of a tournament, at the root': ['', 'battles(tournament: "t-1"', 'battleId'],
  'participants of a tournament, at the root': ['', 'participants(tournament: "t-1"', 'id'],
};

type Bounds = { first?: number; after?: string; last?: number; before?: string };
type Page = {
  edges: { cursor: string; node: { key: string } }[];
  nodes: { key: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  nextCursor: string | null;
  totalCount: number;
};

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

async function answer(name: string, bounds: Bounds, selection: string) {
  const [parent = '', field = '', key = ''] = LISTINGS[name] ?? [];
  const [called, own] = field.split('(');
  const args = [
    ...(own ? [own] : []),
    ...Object.entries(bounds).map(([end, value]) => `${end}: ${JSON.stringify(value)}`),
  ];
  const listing = `listing: ${called}${args.length > 0 ? `(${args.join(', ')})` : ''} { ${selection.replaceAll('KEY', `key: ${key}`)} }`;
  return app.graphql(parent ? `{ parent: ${parent} { ${listing} } }` : `{ ${listing} }`);
}

async function page(name: string, bounds: Bounds): Promise<Page> {
  const selection = `edges { cursor node { KEY } } nodes { KEY } ${PAGE_INFO} nextCursor totalCount`;
  const { body } = await answer(name, bounds, selection);
  expect(body.errors).toBeUndefined();
  return (body.data.parent ?? body.data).listing;
}

const keysOf = ({ nodes }: Page) => nodes.map(({ key }) => key);

describe.each(Object.keys(LISTINGS))('%s', (name) => {
  let all: Page;
  let keys: string[];
  let cursors: string[];
  beforeAll(async () => {
    all = await page(name, { first: 100 });
    keys = keysOf(all);
    cursors = all.edges.map(({ cursor }) => cursor);
    expect(keys.length).toBeGreaterThanOrEqual(5);
  });

  test('have edges beside nodes, and a place for each page', () => {
    expect(all.edges.map(({ node }) => node.key)).toStrictEqual(keys);
    expect(all.pageInfo).toStrictEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: cursors[0],
      endCursor: cursors.at(-1),
    });
    expect([all.nextCursor, all.totalCount, new Set(cursors).size]).toStrictEqual([null, keys.length, keys.length]);
  });

  test('begin after any of the cursors, and end before any', async () => {
    for (const [at, cursor] of cursors.entries()) {
      const after = await page(name, { first: 2, after: cursor });
      expect([keysOf(after), after.pageInfo.hasNextPage, after.pageInfo.hasPreviousPage]).toStrictEqual([
        keys.slice(at + 1, at + 3),
        at + 3 < keys.length,
        true,
      ]);
      expect(after.nextCursor).toBe(after.pageInfo.hasNextPage ? after.pageInfo.endCursor : null);
      const before = await page(name, { last: 2, before: cursor });
      expect([keysOf(before), before.pageInfo.hasNextPage, before.pageInfo.hasPreviousPage]).toStrictEqual([
        keys.slice(Math.max(0, at - 2), at),
        true,
        at > 2,
      ]);
      expect(before.nextCursor).toBe(before.pageInfo.endCursor);
    }
  });

  test('are read from their end to their start as from their start to their end', async () => {
    const read: string[] = [];
    let bounds: Bounds = { last: 2 };
    for (;;) {
      const { pageInfo, ...rest } = await page(name, bounds);
      read.unshift(...keysOf({ pageInfo, ...rest }));
      if (!pageInfo.hasPreviousPage) break;
      bounds = { last: 2, before: pageInfo.startCursor ?? '' };
    }
    expect(read).toStrictEqual(keys);
  });

  test('between two cursors are what is there, and as the specification says no more is known', async () => {
    const [after, before] = [cursors[0] as string, cursors[4] as string];
    const places = async (bounds: Bounds) => {
      const { pageInfo, ...rest } = await page(name, { after, before, ...bounds });
      return [keysOf({ pageInfo, ...rest }), pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await places({ first: 2 })).toStrictEqual([keys.slice(1, 3), true, true]);
    expect(await places({ first: 3 })).toStrictEqual([keys.slice(1, 4), true, false]);
    expect(await places({ last: 2 })).toStrictEqual([keys.slice(2, 4), true, true]);
    expect(await places({ last: 3 })).toStrictEqual([keys.slice(1, 4), false, true]);
    expect(await places({})).toStrictEqual([keys.slice(1, 4), true, false]);
    const none = await page(name, { first: 2, after: before, before: after });
    expect([none.nodes, none.edges, none.nextCursor]).toStrictEqual([[], [], null]);
    expect(none.pageInfo).toMatchObject({ startCursor: null, endCursor: null });
  });

  test.each<[Bounds, string]>([
    [{ first: 1, last: 1 }, 'Give first or last, not both'],
    [{ last: 0 }, 'last must be a positive integer'],
    [{ last: -1 }, 'last must be a positive integer'],
    [{ last: 101 }, 'last must not exceed 100'],
    [{ first: 0 }, 'first must be a positive integer'],
    [{ before: 'made-up' }, 'Invalid before'],
    [{ last: 1, before: '' }, 'Invalid before'],
    [{ after: 'made-up' }, 'Invalid after'],
  ])('are refused with a sentence: %j', async (bounds, message) => {
    const { status, body } = await answer(name, bounds, 'nextCursor');
    expect([status, body.errors.map((error: Error) => error.message)]).toStrictEqual([400, [message]]);
  });

  test('take one statement, which reads no key of the order that is not asked for', async () => {
    const bounds = { first: 2, after: cursors[0] as string };
    const heard = async (selection: string, given: Bounds = bounds) => {
      const statements = await statementsOf(() => answer(name, given, selection));
      return statements.filter((text) => text.includes('"most"'));
    };
    const reads = async (selection: string, given?: Bounds) => {
      const [statement = '', ...more] = await heard(selection, given);
      expect(more).toStrictEqual([]);
      return [statement.includes('json_agg("order"'), /SELECT true.*LIMIT 1\) IS NOT NULL/s.test(statement)];
    };
    const backwards = { last: 2, before: cursors[4] as string };
    expect(await reads('nodes { KEY } nextCursor totalCount')).toStrictEqual([false, false]);
    expect(await reads('edges { node { KEY } } pageInfo { hasNextPage }')).toStrictEqual([false, false]);
    expect(await reads('edges { cursor }')).toStrictEqual([true, false]);
    expect(await reads('pageInfo { startCursor }')).toStrictEqual([true, false]);
    expect(await reads('pageInfo { endCursor hasPreviousPage }')).toStrictEqual([true, true]);
    expect(await reads('pageInfo { hasPreviousPage }', { first: 2 })).toStrictEqual([false, false]);
    expect(await reads('pageInfo { hasPreviousPage }', backwards)).toStrictEqual([false, false]);
    expect(await reads('pageInfo { hasNextPage }', backwards)).toStrictEqual([false, true]);
    expect(await reads('nextCursor', backwards)).toStrictEqual([false, true]);
  });
});

test('a cursor is bound to the filters as `before` too', async () => {
  const cursor = (await page('tournaments', { first: 1 })).pageInfo.endCursor;
  const ask = (args: string) => app.graphql(`{ tournaments(last: 1, before: "${cursor}"${args}) { nodes { slug } } }`);
  expect((await ask('')).status).toBe(200);
  const { status, body } = await ask(', from: "2026-05-01"');
  expect([status, body.errors[0].message]).toStrictEqual([400, 'Invalid before']);
});

test('what stood at a cursor may be gone: what is on its other side is seen as it is now', async () => {
  const names = ['x-1', 'x-2', 'x-3'];
  await load(
    db,
    names.map((slug) => club({ slug, name: `0 ${slug}` })),
  );
  const { edges } = await page('clubs', { first: 3 });
  const [, second, third] = edges.map(({ cursor }) => cursor) as [string, string, string];
  await db.sql.query(`DELETE FROM "club" WHERE "slug" IN ('x-1', 'x-2')`);
  const after = await page('clubs', { first: 1, after: second });
  expect([keysOf(after), after.pageInfo.hasPreviousPage]).toStrictEqual([['x-3'], false]);
  await db.sql.query(`DELETE FROM "club" WHERE "slug" = 'x-3'`);
  const before = await page('clubs', { last: 1, before: third });
  expect([keysOf(before), before.pageInfo.hasNextPage, before.nextCursor]).toStrictEqual([[], true, null]);
});

test('entries may be asked for in several places, each with names of its own', async () => {
  const { body } = await app.graphql(
    '{ clubs(first: 1) { a: nodes { x: name } b: nodes { x: slug } edges { node { x: description } } c: edges { y: node { x: id } } } }',
  );
  expect(body).toMatchObject({
    data: {
      clubs: {
        a: [{ x: 'Club 1' }],
        b: [{ x: 'c-1' }],
        edges: [{ node: { x: 'About 1' } }],
        c: [{ y: { x: Buffer.from('Club:c-1').toString('base64url') } }],
      },
    },
  });
});

test('every connection of the schema has the same form, and every field that leads to one the same bounds', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const connections = types.filter(({ name }) => name.endsWith('Connection'));
  expect(connections.length).toBeGreaterThan(3);
  for (const { name, getFields } of connections.map((type) => ({
    name: type.name,
    getFields: () => type.getFields(),
  }))) {
    const noun = name.replace('Connection', '');
    const fields = Object.values(getFields()).map((field) => `${field.name}: ${field.type}`);
    expect(fields).toEqual(
      expect.arrayContaining([`edges: [${noun}Edge!]!`, 'pageInfo: PageInfo!', 'nextCursor: String']),
    );
  }
  const leading = types.flatMap((type) =>
    Object.values(type.getFields()).filter((field) => getNamedType(field.type).name.endsWith('Connection')),
  );
  for (const { args } of leading) {
    const bounds = ['first: Int = 20', 'after: String', 'last: Int', 'before: String'];
    expect(
      args.map(({ name, type, defaultValue }) => `${name}: ${type}${defaultValue ? ` = ${defaultValue}` : ''}`),
    ).toEqual(expect.arrayContaining(bounds));
  }
});
