// Names with a meaning in JavaScript are treated like any other, wherever they come from.
import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { casual, load, round } from '../support/world.js';

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
/** Own properties, as JSON.parse creates them; an object literal would treat __proto__ differently. */
const METRICS = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, 7])));

const db = await openTestDb();
const rounds = [round(1, { metrics: JSON.parse(METRICS) })];
await load(db, [casual('b-1', { sides: [{ name: 'Ann', rounds }, { name: 'Bo' }] })]);
const app = await createTestApp(db);

const plain = Object.getOwnPropertyNames(Object.prototype);
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype)).toStrictEqual(plain);
  expect('polluted' in {}).toBe(false);
});

describe('in the data', () => {
  test.each(['/api/v1/battles/b-1', '/graphql?query={battle(id:"b-1"){players{metrics}}}'])(
    '%s shows metrics of such names',
    async (path) => {
      const text = await (await app.get(path)).text();
      const [, shown = ''] = /"metrics":(\{[^}]+\})/.exec(text) ?? [];
      expect(Object.entries(JSON.parse(shown)).sort()).toStrictEqual(Object.entries(JSON.parse(METRICS)).sort());
    },
  );
});

const post = async (body: string) => (await app.post(body)).json();

describe.each(NAMES)('in a request: %s', (name) => {
  const POISON = `{"${name}":{"polluted":true,"id":"b-1"}}`;

  test.each([
    ['as a variable', `{"query":"query($id: ID){ __typename }","variables":${POISON}}`],
    ['in extensions', `{"query":"{ __typename }","extensions":${POISON}}`],
    ['beside the query', `{"query":"{ __typename }","${name}":{"polluted":true}}`],
    ['in a persisted operation', `{"documentId":"TournamentsPage","variables":${POISON},"extensions":${POISON}}`],
    ['as the name of a persisted operation', `{"documentId":"${name}"}`],
    ['as the name of an operation', `{"query":"{ __typename }","operationName":"${name}"}`],
  ])('%s it is ignored or refused', async (_, body) => {
    expect(JSON.stringify(await post(body))).not.toMatch(/polluted|INTERNAL_ERROR/);
  });

  test('as an alias it is a key of the answer', async () => {
    const { data } = await post(JSON.stringify({ query: `{ ${name}: battle(id: "b-1") { id: battleId } }` }));
    expect(Object.entries(data)).toStrictEqual([[name, { id: 'b-1' }]]);
  });

  test('as a declared variable it is one, or refused', async () => {
    const query = `query($${name}: ID!) { battle(id: $${name}) { id: battleId } }`;
    const { data, errors } = await post(`{"query":${JSON.stringify(query)},"variables":{"${name}":"b-1"}}`);
    if (errors) expect(errors[0].extensions.code).toBe('BAD_REQUEST');
    else expect(data).toStrictEqual({ battle: { id: 'b-1' } });
  });

  test('in an address it is a text like any other', async () => {
    for (const path of [`/api/v1/battles/${name}`, `/api/v1/users/${name}/battles`, `/api/v1/${name}`]) {
      expect((await app.get(path)).status).toBe(404);
    }
    expect((await app.get(`/api/v1/tournaments?${name}=x&${name}[polluted]=1`)).status).toBe(200);
    expect((await app.get(`/api/v1/tournaments?status=${name}`)).status).toBe(400);
  });
});
