// Documents whose fragments double themselves, through the public API: answered or refused in time proportional to
// their size.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { walked } from '../../src/graphql/document/selections.js';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { doubling, fragmentGraphs, objectTypes, wayTo } from '../support/fragment-graph.js';
import { richWorld } from '../support/rich-world.js';
import { load } from '../support/world.js';

let app: TestApp;

beforeAll(async () => {
  const db = await openTestDb();
  await load(db, richWorld);
  app = await createTestApp(db);
});

const KEYS: Record<string, string> = {
  club: 'northern-legion',
  tournament: 'spring-clash',
  standings: 'spring-clash',
  player: 'p-1',
  battle: 'b-1',
  faction: 'orruks',
  search: 'northern',
};

const keyOf = ({ name }: { name: string }) => KEYS[name] ?? '';

async function stepsOf(text: string) {
  const before = walked.steps;
  const answer = await app.graphql(text);
  return { answer, steps: walked.steps - before };
}

test.each(objectTypes(schema).map((type) => [type.name, type] as const))(
  'a chain of 30 doubling fragments on %s is answered as what it selects',
  async (_name, type) => {
    const around = wayTo(schema, type, keyOf);
    const { answer, steps } = await stepsOf(`${around('...F0')} ${doubling(type, 30)}`);
    expect(answer.body.errors).toBeUndefined();
    const plain = await app.graphql(around('__typename'));
    expect([answer.status, answer.body.data]).toStrictEqual([plain.status, plain.body.data]);
    // The document is longer, and costs its tokens if those are more.
    const costOf = ({ body }: typeof plain): number => body.extensions.cost.requested;
    expect(costOf(answer)).toBeLessThanOrEqual(Math.max(costOf(plain), 100));
    expect(steps).toBeLessThan(1_000);
  },
);

test('whatever fragments spread, a request takes steps in proportion to its size', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fragmentGraphs(schema, 6_000, keyOf), async (text) => {
      const { answer, steps } = await stepsOf(text);
      seen.add(answer.status);
      expect(steps).toBeLessThan(20 * text.length);
    }),
    { numRuns: 50 },
  );
  expect([...seen].sort()).toStrictEqual([200, 400]);
});
