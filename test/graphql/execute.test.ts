import { buildSchema, execute, GraphQLError, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { expect, test } from 'vitest';
import { errors, maskUnexpected } from '../../src/errors.js';
import type { Services } from '../../src/graphql/builder/context.js';
import { createMaskError } from '../../src/graphql/document/mask-error.js';
import { runOperation } from '../../src/graphql/run/execute.js';

const services = {
  modelsOn: () => ({}),
  snapshot: () => ({ statements: () => 0, failure: () => undefined, end: async () => undefined }),
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

test('an entry of a list that fails by itself has its null in its place', async () => {
  const interpreted = { data: { nodes: [{ id: 'a' }, null] } };
  const result = await runOperation(services, {
    document: parse('{ nodes(ids: ["a", "b"]) { id } }'),
    variables: {},
    siteUrl: '',
    keysOnly: false,
    // What the compiler makes of it if the second entry fails before the first is there.
    run: () => ({ data: { nodes: [{ id: 'a' }] }, errors: [new GraphQLError('two', { path: ['nodes', 1] })] }),
    onInterpreted: null,
    interpret: () => interpreted,
    signal: undefined,
    readAfter: null,
  });
  expect(result).toStrictEqual(interpreted);
});

test.each([
  ['null where there must be a value', '{ text }'],
  ['a number beyond those of its type', '{ whole }'],
])('%s is an internal error, compiled or not, and logged', async (_what, text) => {
  const schema = buildSchema('type Query { text: String! whole: Int }');
  const document = parse(text);
  const rootValue = { text: null, whole: 2 ** 40 };
  const compiled = compileQuery(schema, document);
  if (!isCompiledQuery(compiled)) throw new Error('It cannot be compiled');
  const logged: string[] = [];
  const masked = createMaskError(
    (error) => maskUnexpected(error, (_message, fault) => logged.push(String(fault)), 'id'),
    errors.badRequest('too large'),
  );
  const told = [];
  for (const run of [compiled.query, null]) {
    const result = await runOperation(services, {
      document,
      variables: {},
      siteUrl: '',
      keysOnly: false,
      run: run && ((_root, context, variables) => run(rootValue, context, variables)),
      onInterpreted: null,
      interpret: () => execute({ schema, document, rootValue }),
      signal: undefined,
      readAfter: null,
    });
    told.push(JSON.stringify({ data: result.data, errors: result.errors?.map((error) => masked(error)) }));
  }
  expect(told[0]).toContain('"code":"INTERNAL_ERROR"');
  expect(told[0]).toBe(told[1]);
  expect(logged).toHaveLength(2);
});
