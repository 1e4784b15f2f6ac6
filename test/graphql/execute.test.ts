import { GraphQLError, parse } from 'graphql';
import { expect, test } from 'vitest';
import type { Services } from '../../src/graphql/builder/context.js';
import { runOperation } from '../../src/graphql/run/execute.js';

const services = {
  modelsOn: () => ({}),
  snapshot: () => ({ statements: () => 0, end: async () => undefined }),
} as unknown as Services;

/** What becomes of a compiled operation of which two fields fail. */
async function afterTwoErrors(isLeft: boolean): Promise<string[]> {
  const seen: string[] = [];
  const ending = new AbortController();
  await runOperation(services, {
    document: parse('{ clubs { nodes { name } } }'),
    variables: {},
    siteUrl: '',
    keysOnly: false,
    run() {
      if (isLeft) ending.abort();
      return { errors: [new GraphQLError('one'), new GraphQLError('two')] };
    },
    onInterpreted: () => void seen.push('no longer compiled'),
    interpret() {
      seen.push('interpreted');
      return { data: {} };
    },
    signal: ending.signal,
    readAfter: null,
  });
  return seen;
}

test('a compiled operation with several errors is interpreted, and from then on always', async () => {
  expect(await afterTwoErrors(false)).toStrictEqual(['no longer compiled', 'interpreted']);
});

test('one whose caller has left stays compiled, and is not run again for nobody', async () => {
  expect(await afterTwoErrors(true)).toStrictEqual([]);
});
