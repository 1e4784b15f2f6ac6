import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { asQuery } from '../../src/graphql/schema/subscription.js';
import { changesIn } from '../../src/subscriptions/changes.js';

const FIELDS = '{ next upToDate nodes { key } }';

/** What is followed by a client that begins here. */
const followed = (text: string) => changesIn({ document: asQuery(parse(text)), hash: '', variables: {} });

test.each<[where: string, text: (since: string) => string]>([
  ['in the field', (since) => `subscription { changes(since: "${since}") ${FIELDS} }`],
  ['in an inline fragment', (since) => `subscription { ... on Subscription { changes(since: "${since}") ${FIELDS} } }`],
  [
    'in a fragment on the subscription',
    (since) => `subscription { ...F } fragment F on Subscription { changes(since: "${since}") ${FIELDS} }`,
  ],
])('clients follow the same wherever they begin, also with the position written %s', (_where, text) => {
  const [one, other] = [followed(text('a')), followed(text('b'))];
  expect([one?.since, other?.since]).toStrictEqual(['a', 'b']);
  expect(one?.hash).toBeDefined();
  expect(one?.hash).toBe(other?.hash);
});
