import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { statementsOf } from '../support/statements.js';
import { battle, casual, club, load, player, result, standings, swiss, tournament } from '../support/world.js';

let app: TestApp;
const db = await openTestDb();

/** The content of an id, which callers are not supposed to rely on. */
const idOf = (text: string) => Buffer.from(text).toString('base64url');

const NAMES = `__typename id ... on Tournament { slug name } ... on Stage { stageId name } ... on Club { slug name }
  ... on Player { publicId name } ... on Participant { playerId name } ... on Battle { battleId winnerName }
  ... on Faction { slug name }`;
const nodes = async (ids: string[], selection = NAMES) => {
  const { body } = await app.graphql(`query ($ids: [ID!]!) { nodes(ids: $ids) { ${selection} } }`, { ids });
  expect(body.errors).toBeUndefined();
  return body.data.nodes;
};
const node = async (id: string, selection = NAMES) => {
  const { body } = await app.graphql(`query ($id: ID!) { node(id: $id) { ${selection} } }`, { id });
  expect(body.errors).toBeUndefined();
  return body.data.node;
};

const world = [
  club(),
  player('p-1'),
  player('p-2'),
  ...['spring-clash', 'secret'].map((slug) =>
    tournament({ slug, published: slug !== 'secret', participants: [{ playerId: 'p-1' }, 'Bo'] }),
  ),
  battle('b-1', { sides: result('win', [{ faction: 'Elves' }, { faction: 'ELVES' }]) }),
  battle('s-1', { tournament: 'secret' }),
];

const ALL = {
  [idOf('Tournament:spring-clash')]: { __typename: 'Tournament', slug: 'spring-clash', name: 'Spring Clash' },
  [idOf('Stage:spring-clash/swiss')]: { __typename: 'Stage', stageId: 'swiss', name: 'Swiss Stage' },
  [idOf('Club:northern-legion')]: { __typename: 'Club', slug: 'northern-legion', name: 'Northern Legion' },
  [idOf('Player:p-1')]: { __typename: 'Player', publicId: 'p-1', name: 'Player p-1' },
  [idOf('Participant:spring-clash/2')]: { __typename: 'Participant', playerId: null, name: 'Bo' },
  [idOf('Battle:b-1')]: { __typename: 'Battle', battleId: 'b-1', winnerName: 'Player p-1' },
  [idOf('Faction:elves')]: { __typename: 'Faction', slug: 'elves', name: 'Elves' },
};
const IDS = Object.keys(ALL);

describe('anything', () => {
  beforeAll(async () => {
    await emptyDb(db);
    await load(db, world);
    await db.sql.query(`UPDATE "player" SET "removed" = true WHERE "id" = 'p-2'`);
    app = await createTestApp(db);
  });

  test.each(Object.entries(ALL))('is found by its id, which it has itself: %s', async (id, expected) => {
    expect(await node(id)).toStrictEqual({ id, ...expected });
  });

  test('is found with others, in the order of the ids, as often as they are given', async () => {
    const ids = [...IDS.toReversed(), idOf('Club:nowhere'), ...IDS, ...IDS];
    const found = await nodes(ids);
    expect(found).toStrictEqual(ids.map((id) => (ALL[id] ? { id, ...ALL[id] } : null)));
  });

  test('has the id by which it is found wherever it is met', async () => {
    const { body } = await app.graphql(`{
      tournament(slug: "spring-clash") { id stages { id } participants { nodes { id player { id } } } battles { nodes { id
        stage { id } tournament { id } players { participant { id } player { id } knownFaction { id } } } } }
      clubs { nodes { id } }
    }`);
    const met = new Set([...JSON.stringify(body.data).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id as string));
    expect([...met].sort()).toStrictEqual([...IDS, idOf('Participant:spring-clash/1')].sort());
  });

  test('has fields of the interface alone', async () => {
    expect(await nodes(IDS, 'id')).toStrictEqual(IDS.map((id) => ({ id })));
  });
});

describe('null is found by', () => {
  const unpadded = idOf('Battle:b-1');
  test.each([
    ['nothing', ''],
    ['a made-up id', 'made-up'],
    ['the own key of something', 'b-1'],
    ['what does not exist', idOf('Battle:b-99')],
    ['a type that there is not', idOf('Nothing:b-1')],
    ['a type that has no id', idOf('Board:spring-clash')],
    ['a name of the prototype', idOf('Constructor:b-1')],
    ['a type without a key', idOf('Battle:')],
    ['a key of too many parts', idOf('Battle:b-1/1')],
    ['a key of too few', idOf('Stage:spring-clash')],
    ['a stage that there is not', idOf('Stage:spring-clash/knockout')],
    ['an entry that is no number', idOf('Participant:spring-clash/x')],
    ['an entry spelled otherwise', idOf('Participant:spring-clash/02')],
    ['an entry that no column holds', idOf('Participant:spring-clash/99999999999999999999')],
    ['a text that PostgreSQL does not have', idOf('Battle:b-1\0')],
    ['half a character', idOf('Battle:b-1').slice(0, 5)],
    ['bytes that are no text', Buffer.from([...Buffer.from('Battle:'), 0xff]).toString('base64url')],
    ['half a pair', '\ud800'],
    ['another spelling of the same bytes', `${unpadded}=`],
    ['stray characters in it', `${unpadded.slice(0, 4)} ${unpadded.slice(4)}`],
    ['an unpublished tournament', idOf('Tournament:secret')],
    ['its stage', idOf('Stage:secret/swiss')],
    ['its participant', idOf('Participant:secret/2')],
    ['its battle', idOf('Battle:s-1')],
    ['a removed player', idOf('Player:p-2')],
  ])('%s', async (_what, id) => {
    expect(await node(id)).toBeNull();
    expect(await nodes([id, IDS[0] as string], '__typename')).toStrictEqual([null, { __typename: 'Tournament' }]);
  });
});

describe('a root field that leads to one thing', () => {
  const ROOTS: Record<string, [argument: string, own: string, field: string]> = {
    tournament: ['slug: String!', 'spring-clash', 'slug'],
    club: ['slug: String!', 'northern-legion', 'slug'],
    player: ['id: ID!', 'p-1', 'publicId'],
    battle: ['id: ID!', 'b-1', 'battleId'],
  };
  const ask = async (root: string, key: string) => {
    const [argument = '', , field] = ROOTS[root] ?? [];
    const name = argument.slice(0, argument.indexOf(':'));
    return app.graphql(`query ($${argument}) { ${root}(${name}: $${name}) { ${field} } }`, { [name]: key });
  };
  const typed = (root: string) => `${root[0]?.toUpperCase()}${root.slice(1)}`;

  test.each(Object.entries(ROOTS))(
    'takes the key of a %s or its id, in one statement',
    async (root, [, own, field]) => {
      for (const key of [own, idOf(`${typed(root)}:${own}`)]) {
        const statements = await statementsOf(async () => {
          expect((await ask(root, key)).body.data).toStrictEqual({ [root]: { [field]: own } });
        });
        expect(statements.filter((text) => !text.includes('"api_key"'))).toHaveLength(1);
      }
    },
  );

  test.each(Object.keys(ROOTS))('says of an id that leads nowhere what it says of a key: no such %s', async (root) => {
    const unknown = await ask(root, 'nowhere');
    expect([unknown.status, unknown.body.errors[0].message]).toStrictEqual([404, `${typed(root)} not found`]);
    for (const id of [idOf(`${typed(root)}:nowhere`), idOf('Stage:spring-clash/swiss'), idOf('Battle:s-1')]) {
      expect(await ask(root, id)).toStrictEqual(unknown);
    }
    const others = IDS.filter((id) => ALL[id]?.__typename !== typed(root));
    for (const id of others) expect(await ask(root, id)).toStrictEqual(unknown);
  });

  test('takes a key that looks like an id of another thing for a key', async () => {
    const confusing = idOf('Battle:b-1');
    await load(db, [casual(confusing)]);
    expect((await ask('battle', confusing)).body.data).toStrictEqual({ battle: { battleId: confusing } });
    expect(await node(confusing)).toMatchObject({ battleId: 'b-1' });
    expect(await node(idOf(`Battle:${confusing}`))).toMatchObject({ battleId: confusing });
  });
});

describe('ids', () => {
  beforeEach(() => emptyDb(db));
  const EVERY_ID = `{ tournaments { nodes { id stages { id } participants { nodes { id name player { id } } }
    battles { nodes { id } } } } clubs { nodes { id } } }`;

  test('are the same when everything is deleted and imported again, in another order', async () => {
    const records = [...world, tournament({ slug: 'second', participants: ['Cleo', 'Dan'] })];
    await load(db, records);
    app = await createTestApp(db);
    const numbers = async () =>
      (await db.sql.query<{ id: number }>(`SELECT "id" FROM "participant" ORDER BY "tournament_slug", "entry"`)).map(
        ({ id }) => id,
      );
    const before = { answer: await app.graphql(EVERY_ID), numbers: await numbers() };
    await emptyDb(db);
    await load(db, [tournament({ slug: 'second', participants: ['Cleo', 'Dan'] }), ...world]);
    app = await createTestApp(db);
    expect(await app.graphql(EVERY_ID)).toStrictEqual(before.answer);
    expect(await numbers()).not.toStrictEqual(before.numbers);
  });

  test('of stages lead to those that the tournament shows, recorded or not', async () => {
    const stages = [swiss(), standings({ name: 'Final' })];
    await load(db, [
      tournament({ slug: 'recorded', status: 'finished', stages }),
      tournament({ slug: 'silent', status: 'finished', stages: [swiss()] }),
      tournament({ slug: 'ongoing', stages }),
    ]);
    app = await createTestApp(db);
    const ids = ['recorded', 'silent', 'ongoing'].map((slug) => idOf(`Stage:${slug}/standings`));
    expect(await nodes(ids, 'id ... on Stage { name standings { __typename } }')).toStrictEqual([
      { id: ids[0], name: 'Final', standings: { __typename: 'Board' } },
      { id: ids[1], name: 'Final Standings', standings: { __typename: 'Board' } },
      null,
    ]);
    const { body } = await app.graphql('{ tournaments { nodes { slug stages { id name } } } }');
    const shown = body.data.tournaments.nodes.flatMap((each: { stages: { id: string }[] }) => each.stages);
    expect(shown).toHaveLength(5);
    expect(
      await nodes(
        shown.map(({ id }: { id: string }) => id),
        'id ... on Stage { name }',
      ),
    ).toStrictEqual(shown);
  });

  test('tell apart what a comma or a colon could confuse', async () => {
    await load(db, [
      tournament({ slug: 'a,b', stages: [swiss({ name: 'Of a,b' })] }),
      tournament({ slug: 'a:b', stages: [swiss({ name: 'Of a:b' })] }),
      tournament({ slug: 'é', stages: [swiss({ name: 'Of é' })] }),
    ]);
    app = await createTestApp(db);
    const ids = ['Stage:a/b,swiss', 'Stage:a,b/swiss', 'Stage:a:b/swiss', 'Stage:é/swiss'].map(idOf);
    const named = await nodes(ids, '... on Stage { id name }');
    expect(named).toStrictEqual([
      null,
      { id: ids[1], name: 'Of a,b' },
      { id: ids[2], name: 'Of a:b' },
      { id: ids[3], name: 'Of é' },
    ]);
  });
});
