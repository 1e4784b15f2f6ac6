// Subscriptions through the public API: what is sent, when, to whom, and how it ends.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { listKeys, setKeyActive, storeKey } from '../../src/db/keys.js';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { statementsOf } from '../support/statements.js';
import { battle, club, load, player, result, tournament } from '../support/world.js';
import { type Followed, followed } from './follow.js';

vi.setConfig({ testTimeout: 30_000 });

const db = await openTestDb();
beforeEach(async () => {
  await emptyDb(db);
  await load(db, [
    club(),
    player('p-1', { name: 'Ann' }),
    tournament({ participants: ['Ann', 'Bo'] }),
    battle('b-1', { sides: result('win', [{ battlePoints: 20 }, { battlePoints: 0 }]) }),
  ]);
});

type Sent = { query?: string; variables?: object; extensions?: object; documentId?: string };

const EVENTS = { accept: 'text/event-stream' };

/** Tests without special needs share one app, whose key is stored again after the database was emptied. */
let shared: TestApp | undefined;
async function sharedApp(): Promise<TestApp> {
  if (shared) await storeKey(db.sql, 'Test', shared.key);
  shared ??= await createTestApp(db, { remember: true });
  return shared;
}

async function open(options?: TestAppOptions) {
  const app = options ? await createTestApp(db, { remember: true, ...options }) : await sharedApp();
  const post = (body: Sent, headers: Record<string, string> = {}) => app.post(body, { ...EVENTS, ...headers });
  const follow = async (query: string, variables?: object): Promise<Followed> =>
    followed(await post({ query, ...(variables && { variables }) }));
  /** With its first result. */
  const begun = async (query: string, variables?: object): Promise<Followed> => {
    const stream = await follow(query, variables);
    await stream.until(1);
    return stream;
  };
  await vi.waitUntil(() => app.feed.isLive(), { timeout: 20_000 });
  return { app, post, follow, begun };
}

/** Without lookups of the key, whose cache entry may just have been dropped. */
const readsOf = async (work: () => Promise<unknown>) =>
  (await statementsOf(work)).filter((text) => !text.includes('"api_key"'));

const NAME = 'subscription { tournament(slug: "spring-clash") { name } }';
const BOARD =
  'subscription Board($slug: String!) { standings(tournament: $slug) { ... on Board { rows { name wins } } } }';
const rename = (name: string) => db.sql.query(`UPDATE "tournament" SET "name" = $1`, [name]);

test('the first result comes at once, and is what the query gives', async () => {
  const { app, begun } = await open();
  const stream = await begun(BOARD, { slug: 'spring-clash' });
  const asked = await app.graphql(BOARD.replace('subscription', 'query'), { slug: 'spring-clash' });
  expect(stream.results).toStrictEqual([asked.body]);
  expect(asked.body.data.standings.rows[0]).toStrictEqual({ name: 'Ann', wins: 1 });
  expect([stream.status, stream.headers.get('content-type'), stream.ended()]).toStrictEqual([
    200,
    'text/event-stream; charset=utf-8',
    false,
  ]);
});

test.each([
  ['tournament(slug: "spring-clash") { name }', `UPDATE "tournament" SET "name" = 'Changed'`],
  ['battle(id: "b-1") { scenario }', `UPDATE "battle" SET "scenario" = 'Changed'`],
  ['player(id: "p-1") { name }', `UPDATE "player" SET "name" = 'Changed'`],
  ['club(slug: "northern-legion") { name }', `UPDATE "club" SET "name" = 'Changed'`],
  [
    'standings(tournament: "spring-clash", stage: "swiss") { ... on Board { rows { name } } }',
    `UPDATE "participant" SET "name" = 'Changed' WHERE "entry" = 1`,
  ],
])('%s: what is written by SQL comes', async (field, sql) => {
  const { begun } = await open();
  const stream = await begun(`subscription { ${field} }`);
  expect(JSON.stringify(stream.results)).not.toContain('Changed');
  await db.sql.script(sql);
  await stream.until(2);
  expect(JSON.stringify(stream.results[1])).toContain('Changed');
  expect(stream.ended()).toBe(false);
});

test('other variables are another question, and a document in other words the same', async () => {
  await load(db, [tournament({ slug: 'second', name: 'Second' })]);
  const { follow } = await open();
  const query = 'subscription ($slug: String!) { tournament(slug: $slug) { name } }';
  const [one, two] = [await follow(query, { slug: 'spring-clash' }), await follow(query, { slug: 'second' })];
  await Promise.all([one.until(1), two.until(1)]);
  const again = await readsOf(async () => {
    const three = await follow(query.replaceAll(' ', '  '), { slug: 'second' });
    await three.until(1);
    expect(three.results).toStrictEqual(two.results);
  });
  expect(again).toStrictEqual([]);
  await db.sql.script(`UPDATE "tournament" SET "name" = 'Changed' WHERE "slug" = 'second'`);
  await two.until(2);
  expect([one.results.length, two.results[1].data]).toStrictEqual([1, { tournament: { name: 'Changed' } }]);
});

describe('it ends with an error like that of the query', () => {
  const ENDED = ['next', 'complete'];
  const names = ({ events }: Followed) => events.map(({ event }) => event);

  test.each([
    ['tournament(slug: "none") { name }', 'Tournament not found'],
    ['battle(id: "none") { id }', 'Battle not found'],
    ['player(id: "none") { name }', 'Player not found'],
    ['club(slug: "none") { name }', 'Club not found'],
    ['standings(tournament: "spring-clash", stage: "x") { __typename }', /^Unknown stage 'x'/],
  ])('when there is no %s', async (field, message) => {
    const { app, follow } = await open();
    const stream = await follow(`subscription { ${field} }`);
    await expect.poll(stream.ended).toBe(true);
    expect(names(stream)).toStrictEqual(ENDED);
    const asked = await app.graphql(`query { ${field} }`);
    const { errors } = stream.results[0];
    expect(errors[0].message).toMatch(message);
    expect(errors[0].extensions).toStrictEqual(asked.body.errors[0].extensions);
    expect([errors[0].message, errors[0].path, stream.results[0].data]).toStrictEqual([
      asked.body.errors[0].message,
      asked.body.errors[0].path,
      asked.body.data,
    ]);
  });

  test('when it is unpublished meanwhile', async () => {
    const { begun } = await open();
    const stream = await begun(NAME);
    await db.sql.script(`UPDATE "tournament" SET "published" = false`);
    await expect.poll(stream.ended).toBe(true);
    expect(names(stream)).toStrictEqual(['next', ...ENDED]);
    expect(stream.results[1]).toMatchObject({
      data: { tournament: null },
      errors: [{ message: 'Tournament not found', extensions: { code: 'NOT_FOUND' } }],
    });
  });

  test('when the key is revoked', async () => {
    const { app, begun } = await open();
    const stream = await begun(NAME);
    const keys = await listKeys(db.prisma);
    for (const { id } of keys) await setKeyActive(db.prisma, id, false);
    await expect.poll(stream.ended, { timeout: 20_000 }).toBe(true);
    expect(stream.results[1]).toStrictEqual({
      errors: [{ message: 'Invalid API key', extensions: { code: 'UNAUTHORIZED' } }],
    });
    expect(names(stream)).toStrictEqual(['next', ...ENDED]);
    await expect.poll(() => app.streams.size()).toBe(0);
  });

  test('when the document is refused: of two fields, too deep, too costly, unknown', async () => {
    const { follow } = await open({ config: { limits: { ...LIMITS, cost: 50 } } });
    for (const [document, message] of [
      ['subscription A { tournament(slug: "a") { name } club(slug: "b") { name } }', /must select only one/],
      ['subscription { weather }', /Cannot query field "weather"/],
      [
        'subscription { standings(tournament: "spring-clash") { __typename } }',
        /^standings costs 10 of 110; the limit is 50$/,
      ],
      ['subscription {', /Syntax Error/],
    ] as const) {
      const stream = await follow(document);
      await expect.poll(stream.ended).toBe(true);
      expect(names(stream)).toStrictEqual(ENDED);
      expect(stream.results[0].errors[0].message).toMatch(message);
    }
  });
});

test('what is read for it costs nothing: it goes on without a budget, with which alone another is opened', async () => {
  const { follow, begun } = await open({ config: { rateLimit: 3 } });
  const stream = await begun(NAME);
  for (let at = 1; (await follow(NAME)).status !== 429; at += 1) expect(at).toBeLessThan(10);
  for (let at = 2; at < 6; at += 1) {
    await rename(`Clash ${at}`);
    await stream.until(at);
  }
  expect(stream.ended()).toBe(false);
});

describe('how it is asked for', () => {
  test('over GET, as EventSource does', async () => {
    const { app } = await open();
    const get = new Request(`http://gateway.test/graphql?query=${encodeURIComponent(NAME)}`, {
      headers: { authorization: `Bearer ${app.key}`, 'cache-control': 'no-cache', ...EVENTS },
    });
    const stream = await followed(await app.fetch(get.clone()));
    await stream.until(1);
    expect(stream.results[0].data).toStrictEqual({ tournament: { name: 'Spring Clash' } });
    const statements = await readsOf(async () => (await followed(await app.fetch(get.clone()))).until(1));
    expect(statements).toStrictEqual([]);
    const put = await app.fetch(new Request('http://gateway.test/graphql', { method: 'PUT', headers: get.headers }));
    expect([put.status, put.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  test('by its hash, once it has been sent', async () => {
    const { post } = await open();
    const sha256Hash = createHash('sha256').update(NAME).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const unknown = await followed(await post({ extensions }));
    await unknown.until(1);
    expect(unknown.results[0].errors[0].message).toBe('PersistedQueryNotFound');
    for (const body of [{ query: NAME, extensions }, { extensions }]) {
      const stream = await followed(await post(body));
      await stream.until(1);
      expect(stream.results[0].data).toStrictEqual({ tournament: { name: 'Spring Clash' } });
    }
  });

  test('without the header it is refused with a sentence', async () => {
    const { post } = await open();
    const response = await post({ query: NAME }, { accept: 'application/json' });
    expect([response.status, (await response.json()).errors[0].message]).toStrictEqual([
      400,
      'A subscription is answered as a stream of events: send the header Accept: text/event-stream',
    ]);
  });

  test('by a client that takes JSON too: a subscription is a stream, and a query JSON', async () => {
    const { post } = await open();
    const accept = 'application/graphql-response+json, application/json, text/event-stream';
    const stream = await followed(await post({ query: NAME }, { accept }));
    await stream.until(1);
    const query = await post({ query: '{ club(slug: "northern-legion") { name } }' }, { accept });
    expect(query.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
  });

  test('a query of a client that takes events alone is one event; a persisted operation too', async () => {
    const { post } = await open();
    for (const body of [
      { query: '{ club(slug: "northern-legion") { name } }' },
      { documentId: 'ClubPage', variables: { slug: 'northern-legion' } },
    ]) {
      const stream = await followed(await post(body));
      await expect.poll(stream.ended).toBe(true);
      expect(stream.events.map(({ event }) => event)).toStrictEqual(['next', 'complete']);
      expect(stream.results[0].data.club.name).toBe('Northern Legion');
    }
  });

  test('with fragments on the subscription itself, of several operations the one that is named', async () => {
    const { post } = await open();
    const query = `query Other { club(slug: "none") { name } }
      subscription This { ...F ... on Subscription { tournament(slug: "spring-clash") { slug } } }
      fragment F on Subscription { tournament(slug: "spring-clash") { name } }`;
    const stream = await followed(await post({ query, operationName: 'This' } as Sent));
    await stream.until(1);
    expect(stream.results[0].data).toStrictEqual({ tournament: { name: 'Spring Clash', slug: 'spring-clash' } });
  });
});

describe('changes', () => {
  const CHANGES =
    'subscription ($since: String) { changes(since: $since) { next upToDate nodes { kind key deleted } } }';

  test.each(['__since', 'since', 'since_'])('a variable of the caller may be called %s', async (name) => {
    const { begun } = await open();
    const stream = await begun(
      `subscription ($${name}: String!) { changes(since: "now", tournament: $${name}) { next upToDate nodes { key } } }`,
      { [name]: 'spring-clash' },
    );
    await rename('Changed');
    await stream.until(2);
    expect(stream.results[1]).toMatchObject({ data: { changes: { nodes: [{ key: 'spring-clash' }] } } });
  });

  test('what is refused before it runs has no cost', async () => {
    const { begun } = await open();
    const stream = await begun('subscription { changes(since: "made-up") { next upToDate nodes { key } } }');
    expect(stream.results).toMatchObject([{ errors: [{ message: 'Invalid cursor' }] }]);
    expect(stream.results[0].extensions?.cost).toBeUndefined();
  });

  test('come as they happen, each page after the one before, and go on from its cursor', async () => {
    const { begun } = await open();
    const stream = await begun(CHANGES, { since: 'now' });
    expect(stream.results[0].data.changes.nodes).toStrictEqual([]);
    await db.sql.query(`UPDATE "club" SET "city" = 'York'`);
    await stream.until(2);
    await db.sql.query(`UPDATE "club" SET "city" = 'Ulm'`);
    await stream.until(3);
    const told = [{ kind: 'club', key: 'northern-legion', deleted: false }];
    expect(stream.results.slice(1).map(({ data }) => data.changes.nodes)).toStrictEqual([told, told]);
    const again = await begun(CHANGES, { since: stream.results[1].data.changes.next });
    expect(again.results[0].data.changes.nodes).toStrictEqual(told);
  });

  test.each([
    'subscription { ...F } fragment F on Subscription { changes(since: "now") { next upToDate nodes { key } } }',
    'subscription { ... on Subscription { ...F ...F } } fragment F on Subscription { changes(since: "now") { ...P nodes { key } } } fragment P on Changes { next upToDate }',
    'subscription { changes(since: "now") { next upToDate } changes(since: "now") { nodes { key } } }',
    'subscription { ... @skip(if: false) { changes(since: "now") { nodes { key } next upToDate } } }',
  ])('are followed however they are written: %s', async (query) => {
    const { begun } = await open();
    const stream = await begun(query);
    for (const city of ['York', 'Ulm']) {
      await db.sql.query(`UPDATE "club" SET "city" = $1`, [city]);
      await stream.until(city === 'York' ? 2 : 3);
    }
    expect(stream.results.map(({ data }) => data.changes.nodes)).toStrictEqual([
      [],
      [{ key: 'northern-legion' }],
      [{ key: 'northern-legion' }],
    ]);
  });

  test('need their place, a cursor that works, and nothing made up', async () => {
    const { begun } = await open();
    const message = async (query: string, variables?: object) => {
      const stream = await begun(query, variables);
      await expect.poll(stream.ended).toBe(true);
      return stream.results[0].errors[0].message;
    };
    const needed = 'A subscription to changes must select nodes, next and upToDate, which it needs to continue';
    expect(await message('subscription { changes(since: "now") { nodes { key } } }')).toBe(needed);
    expect(await message('subscription { changes(since: "now") { next upToDate } }')).toBe(needed);
    expect(await message(CHANGES, { since: 'made-up' })).toBe('Invalid cursor');
  });
});
