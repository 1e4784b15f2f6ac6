// What a document costs before it runs: parsing and validation, also of one that is refused.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { holdTables, statementWaits } from '../support/held-tables.js';
import { statementsOf } from '../support/statements.js';
import { club, load } from '../support/world.js';

const db = await openTestDb();
await load(db, [club()]);

const many = (length: number, text: (at: number) => string) => Array.from({ length }, (_, at) => text(at)).join(' ');
const UNKNOWN_ARGUMENTS = `{ clubs(${many(480, (at) => `a${at}: 1`)}) { nodes { slug } } }`;
/** Costs 2 to run: one club. */
const LONG = `{ clubs(first: 1) { nodes { ${many(150, () => 'slug')} } } }`;

const leftOf = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

/** What each of two identical requests takes from the budget. */
async function costsOf(query: string, accept?: string): Promise<number[]> {
  const app = await createTestApp(db, { config: { rateLimit: 100_000 } });
  const left = [leftOf(await app.get('/api/v1/nowhere'))];
  for (let time = 0; time < 2; time += 1) {
    const response = await app.post({ query }, accept ? { accept } : {});
    await response.body?.cancel();
    left.push(leftOf(response));
  }
  return left.slice(1).map((now, at) => (left[at] ?? 0) - now);
}

test('validation ends after a few mistakes, and says so', async () => {
  const app = await createTestApp(db);
  const { status, body } = await app.graphql(UNKNOWN_ARGUMENTS);
  expect([status, body.errors.length]).toStrictEqual([200, 6]);
  expect(body.errors[0].message).toContain('Unknown argument "a0" on field "Query.clubs"');
  expect(body.errors[5].message).toContain('Too many validation errors');
});

describe('costs the same each time it is sent', () => {
  test.each([
    ['refused for its mistakes', UNKNOWN_ARGUMENTS, [194, 194]],
    ['refused for a single one', '{ clubs { nodes { slugg } } }', [4, 4]],
    ['refused because it cannot be parsed', `{ clubs { ${many(100, () => 'slug')}`, [16, 16]],
    ['refused for its shape', `{ ${many(30, () => 'clubs { nodes { slug } }')} x: ${'y '.repeat(400)}}`, [49, 49]],
    [
      'refused because it would cost too much',
      `{ tournaments(first: 100) { nodes { battles(first: 100) { nodes { id } } } } }`,
      [4, 4],
    ],
    ['accepted, and small', '{ clubs(first: 5) { nodes { slug } } }', [6, 6]],
    ['accepted, and long', LONG, [21, 21]],
  ])('%s', async (_what, query, costs) => {
    expect(await costsOf(query)).toStrictEqual(costs);
  });

  test('a subscription', async () => {
    const club = '{ club(slug: "northern-legion") { slug } }';
    const fields = many(100, () => 'slug');
    expect(await costsOf(`subscription ${club}`, 'text/event-stream')).toStrictEqual([2, 2]);
    expect(
      await costsOf(`subscription { club(slug: "northern-legion") { ${fields} } }`, 'text/event-stream'),
    ).toStrictEqual([14, 14]);
  });
});

test('the answer states it, if it is more than what the operation reads', async () => {
  const app = await createTestApp(db);
  expect((await app.graphql(LONG)).body.extensions.cost.requested).toBe(21);
});

describe.skipIf(skipOnEmbedded('a statement cannot be held up there'))('while the only place is taken', () => {
  test('a document with mistakes waits like any other', async () => {
    const app = await createTestApp(db, { remember: true, config: { maxConcurrent: 1, maxQueueMs: 20_000 } });
    await vi.waitUntil(async () => (await statementsOf(() => app.get('/api/v1/nowhere'))).length === 0);
    const lock = await holdTables(db, ['club']);
    const first = app.get('/api/v1/clubs/northern-legion');
    await statementWaits(db);
    let status = 0;
    const refused = app.post({ query: UNKNOWN_ARGUMENTS }).then((response) => {
      ({ status } = response);
    });
    for (let time = 0; time < 20; time += 1) expect((await app.get('/api/v1/nowhere')).status).toBe(404);
    expect(status).toBe(0);
    await lock.release();
    expect((await first).status).toBe(200);
    await refused;
    expect(status).toBe(200);
  });
});

describe('a large body', () => {
  const post = async (app: TestApp, body: string) => {
    const response = await app.post(body);
    const { errors } = (await response.json()) as { errors?: { message: string }[] };
    return { status: response.status, message: errors?.[0]?.message, left: leftOf(response) };
  };

  test('may have brackets inside its texts', async () => {
    const app = await createTestApp(db);
    const body = JSON.stringify({ query: '{ __typename }', variables: { a: '[{"'.repeat(200), b: [[[{}]]] } });
    expect(await post(app, body)).toMatchObject({ status: 200, message: undefined });
  });

  test('costs more the longer it is, whatever is in it', async () => {
    const app = await createTestApp(db, { config: { rateLimit: 100_000 } });
    const { left } = await post(app, JSON.stringify({ query: '{ __typename }' }));
    const long = JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(64_000) } });
    expect(left - (await post(app, long)).left).toBe(Math.ceil(Buffer.byteLength(long) / 16 / 8));
  });
});

test('of many documents that arrive at once, few are validated in the same turn of the event loop', async () => {
  const app = await createTestApp(db, { config: { maxQueueMs: 60_000, rateLimit: 100_000 } });
  let answered = 0;
  const ask = async () => {
    await app.post({ query: UNKNOWN_ARGUMENTS });
    answered += 1;
  };
  await ask();
  const all = Promise.all(Array.from({ length: 200 }, ask));
  let most = 0;
  for (let before = answered; answered < 201; before = answered) {
    await turn();
    most = Math.max(most, answered - before);
  }
  await all;
  expect(most).toBeLessThan(100);
});

test('a large body costs what reading it takes, also if it is not JSON', async () => {
  const app = await createTestApp(db, { config: { rateLimit: 100_000 } });
  const send = async (body: string) => leftOf(await app.post(body));
  const body = '{'.padEnd(50_000);
  expect((await send('{')) - (await send(body))).toBe(Math.ceil(body.length / 16 / 8));
});
