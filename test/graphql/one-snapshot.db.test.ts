// After each single statement of an operation, everything that an answer shows is flipped between two worlds in one
// transaction: an operation that read two states would show both.
import { describe, expect, test } from 'vitest';
import type { WatchStatement } from '../../src/db/watched.js';
import { sizedWorld, variablesOf } from '../operations/sized-world.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { createFlip, worldsIn } from '../support/flip.js';
import { soon } from '../support/soon.js';
import { sentDuring, statementsOf } from '../support/statements.js';
import { load } from '../support/world.js';

let flipping = false;
let flipped = Promise.resolve();
const watch: WatchStatement = async (text, send) => {
  const result = await send();
  if (flipping && text.startsWith('SELECT')) {
    flipped = flipped.then(() => flip(db.sql));
    // The embedded database has one connection and lets an operation end first.
    if (!db.embedded) await flipped;
  }
  return result;
};

const db = await openTestDb(watch);
const flip = createFlip();
await load(db, sizedWorld('few'));
await flip(db.sql);
const app = await createTestApp(db);

const { n, tournament, club, player, battle } = variablesOf('few');
const page = (documentId: string, variables: object) =>
  `/graphql?${new URLSearchParams({ documentId, variables: JSON.stringify(variables) })}`;
const document = (query: string) => `/graphql?${new URLSearchParams({ query })}`;

const OPERATIONS: [string, string][] = [
  ['a REST route of several statements', `/api/v1/tournaments/${tournament}/participants`],
  ['TournamentsPage', page('TournamentsPage', { first: n })],
  ['TournamentPage', page('TournamentPage', { slug: tournament })],
  ['ClubPage', page('ClubPage', { slug: club })],
  ['PlayerPage', page('PlayerPage', { id: player })],
  ['BattlePage', page('BattlePage', { id: battle })],
  [
    'a document of listings in listings',
    document(`{ clubs(first: 2) { nodes { name tournaments(first: 2) { nodes { name
      participants(first: 2) { nodes { name player { name } } } } }
      battles(first: 2) { nodes { scenario players { name participant { name club { name } } } } } } } }`),
  ],
  [
    'a document of many roots',
    document(`{ club(slug: "${club}") { name } tournament(slug: "${tournament}") { name winner { name } }
      player(id: "${player}") { name opponents { name } } battle(id: "${battle}") { scenario } }`),
  ],
];

describe('what is written while an operation reads is in all of its answer or in none', () => {
  test.each(OPERATIONS)('%s', async (_operation, path) => {
    flipping = true;
    const texts: string[] = [];
    // The first request differs from later ones, for which the number of statements is known.
    const statements = await statementsOf(async () => {
      for (let time = 0; time < 3; time += 1) texts.push(await (await app.get(path)).text());
    });
    flipping = false;
    await flipped;
    expect(statements.filter((text) => text.startsWith('SELECT')).length).toBeGreaterThan(3);
    expect(texts.map((text) => worldsIn(text).length)).toStrictEqual([1, 1, 1]);
  });

  test('also when a document took only one statement before', async () => {
    const query = `query ($deep: Boolean!) { clubs { nodes { name tournaments @include(if: $deep) { nodes { name } } } } }`;
    const worlds = async (deep: boolean) => worldsIn(JSON.stringify((await app.graphql(query, { deep })).body)).length;
    flipping = true;
    const seen = [
      await worlds(false),
      await worlds(false),
      await worlds(true),
      await worlds(true),
      await worlds(false),
    ];
    flipping = false;
    await flipped;
    expect(seen).toStrictEqual([1, 1, 1, 1, 1]);
  });
});

test('many at once, while everything is flipped all the time: all are answered, each from one world', async () => {
  let over = false;
  const writer = (async () => {
    while (!over) await flip(db.sql);
  })();
  const paths = Array.from({ length: 5 }, () => OPERATIONS.map(([, path]) => path)).flat();
  const answers = await Promise.all(
    paths.map(async (path) => {
      const response = await app.get(path);
      return [response.status, worldsIn(await response.text()).length];
    }),
  );
  over = true;
  await writer;
  expect(answers).toStrictEqual(paths.map(() => [200, 1]));
});

test('operations that fail or are left in the middle keep no connection and leave no transaction open', async () => {
  const [, path = ''] = OPERATIONS.find(([name]) => name === 'PlayerPage') ?? [];
  const authorization = { authorization: `Bearer ${app.key}` };
  const leaving = async (url: string) => {
    const leave = new AbortController();
    const answer = app.fetch(
      new Request(`http://gateway.test${url}`, { headers: authorization, signal: leave.signal }),
    );
    setImmediate(() => leave.abort());
    return (await answer).status;
  };
  const twentyTimes = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 20 }, work));
  // Hides a column of battle sides, which are not read by the first statement.
  await db.sql.script('ALTER TABLE "battle_side" RENAME COLUMN "faction" TO "hidden"');
  const failed = await twentyTimes(async () => (await app.get(path)).status);
  await db.sql.script('ALTER TABLE "battle_side" RENAME COLUMN "hidden" TO "faction"');
  expect(new Set(failed)).toStrictEqual(new Set([500]));
  await twentyTimes(() => leaving(path));
  expect(await twentyTimes(async () => (await app.get(path)).status)).toStrictEqual(Array(20).fill(200));
  await soon(async () => {
    const open = `SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "state" LIKE 'idle in transaction%'`;
    expect(await db.sql.query(open)).toHaveLength(0);
  });
  expect(db.connections()?.waiting ?? 0).toBe(0);
});

test('an operation that is known to take one statement is sent as it is, without a transaction around it', async () => {
  const brackets = async (path: string) =>
    (await sentDuring(() => app.get(path))).filter((text) => /^(BEGIN|COMMIT|ROLLBACK)/.test(text));
  for (const path of [`/api/v1/clubs/${club}`, document(`{ clubs { nodes { name } } }`)]) {
    await app.get(path);
    expect(await brackets(path)).toStrictEqual([]);
  }
});

const STATEMENTS = ['SELECT pg_sleep(0.3)', 'SELECT 2', 'SELECT 3'];

test('what waits behind a statement is not sent once the caller has gone', async () => {
  const gone = new AbortController();
  const snapshot = db.snapshot({ signal: gone.signal });
  let ends: PromiseSettledResult<unknown>[] = [];
  const sent = await sentDuring(async () => {
    const asked = STATEMENTS.map((statement) => snapshot.sql.query(statement));
    setTimeout(() => gone.abort(), 50);
    ends = await Promise.allSettled(asked);
  });
  await snapshot.end();
  expect(ends.map(({ status }) => status)).toStrictEqual(['fulfilled', 'rejected', 'rejected']);
  expect(sent.filter((text) => STATEMENTS.includes(text))).toStrictEqual(STATEMENTS.slice(0, 1));
});
