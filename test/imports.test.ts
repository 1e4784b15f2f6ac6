import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Directions, importProblems, readSources } from './support/imports.js';

/**
 * Who may import whom, between the folders of src and the files beside them. Everything goes down this table:
 * main -> serve -> app -> parts -> (entrance, rest, graphql, website) -> (page, standings, db, http, errors, key, config).
 */
const MAY_IMPORT: Directions = {
  main: ['serve', 'workers', 'banner', 'operations', 'config', 'db', 'operation-files'],
  workers: ['operations', 'type banner', 'type config'],
  serve: [
    'app',
    'type parts',
    'http-server',
    'http',
    'entrance',
    'type banner',
    'bundle',
    'operations',
    'type config',
    'db',
  ],
  cli: ['bundle', 'config', 'cursor-secrets', 'db', 'key'],
  banner: ['key'],
  'http-server': ['type app', 'http', 'operations', 'entrance', 'errors'],
  app: ['parts', 'http', 'entrance', 'rest', 'graphql', 'pages', 'operations', 'errors'],
  parts: [
    ...['http', 'entrance', 'changes', 'rest', 'graphql', 'website', 'pages', 'operations', 'cursor-secrets'],
    ...['context', 'page', 'db', 'errors', 'to-api-error', 'config'],
  ],
  entrance: ['http', 'type changes', 'type operations', 'db', 'errors', 'key', 'type config'],
  operations: ['http', 'type changes', 'db', 'errors', 'key', 'type config'],
  rest: ['http', 'type changes', 'type operations', 'operation-files', 'selections', 'errors'],
  graphql: [
    ...[
      'changes',
      'context',
      'date-window',
      'page',
      'selections',
      'standings',
      'db',
      'http',
      'errors',
      'key',
      'config',
    ],
    ...['type to-api-error', 'type entrance'],
  ],
  website: ['http', 'type changes', 'type operations', 'operation-files', 'errors'],
  pages: [
    ...['rest', 'http', 'graphql', 'website', 'bundle', 'errors', 'key'],
    ...['type db', 'type changes', 'type entrance'],
  ],
  changes: ['selections', 'type db'],
  bundle: ['standings', 'db', 'key'],
  'to-api-error': ['db', 'errors'],
  context: ['type page', 'db', 'type config'],
  'cursor-secrets': ['db', 'page'],
  page: ['errors'],
  'date-window': ['errors'],
  db: ['errors', 'key', 'page', 'type config', 'type date-window', 'standings'],
  standings: [],
  http: ['errors', 'type config'],
  'operation-files': [],
  selections: [],
  errors: [],
  key: [],
  config: [],
};

test('every import of src goes the way the table says', async () => {
  const sources = await readSources(fileURLToPath(new URL('../src', import.meta.url)));
  expect(Object.keys(sources)).toContain('db/client.ts');
  expect(importProblems(sources, MAY_IMPORT)).toStrictEqual([]);
});

test('the table itself goes one way only', () => {
  const rows = Object.entries(MAY_IMPORT).map(([from, to]) => [
    `${from}.ts`,
    to
      .filter((name) => !name.startsWith('type '))
      .map((name) => `import './${name}.js';`)
      .join('\n'),
  ]);
  expect(importProblems(Object.fromEntries(rows), MAY_IMPORT)).toStrictEqual([]);
});

describe('what would be noticed', () => {
  const problems = (file: string, text: string) => importProblems({ [file]: text }, MAY_IMPORT);

  test.each([
    ['rest/handler.ts', `import { listKeys } from '../db/keys.js';`, 'rest/handler.ts imports db/keys.ts'],
    ['rest/handler.ts', `import type { Db } from '../db/client.js';`, 'rest/handler.ts imports types of db/client.ts'],
    ['rest/handler.ts', `import { schema } from '../graphql/schema.js';`, 'rest/handler.ts imports graphql/schema.ts'],
    ['rest/handler.ts', `import { cursorOf } from '../page.js';`, 'rest/handler.ts imports page.ts'],
    ['rest/handler.ts', `import pg from 'pg';`, 'rest/handler.ts imports pg'],
    ['rest/handler.ts', `const db = await import('../db/client.js');`, 'rest/handler.ts imports db/client.ts'],
    ['rest/handler.ts', `export * from '../db/client.js';`, 'rest/handler.ts imports db/client.ts'],
    ['rest/handler.ts', `import '../db/client.js';`, 'rest/handler.ts imports db/client.ts'],
    ['rest/handler.ts', `import {\n  a,\n  type B,\n} from '../db/client.js';`, 'rest/handler.ts imports db/client.ts'],
    ['standings/board.ts', `import { errors } from '../errors.js';`, 'standings/board.ts imports errors.ts'],
    [
      'standings/board.ts',
      `import type { Db } from '../db/client.js';`,
      'standings/board.ts imports types of db/client.ts',
    ],
    ['standings/board.ts', `import { inspect } from 'node:util';`, 'standings/board.ts imports node:util'],
    ['db/keys.ts', `import { schema } from '../graphql/schema.js';`, 'db/keys.ts imports graphql/schema.ts'],
    ['db/keys.ts', `import { readConfig } from '../config.js';`, 'db/keys.ts imports config.ts'],
    [
      'bundle/import.ts',
      `import { schema } from '../graphql/schema.js';`,
      'bundle/import.ts imports graphql/schema.ts',
    ],
    ['bundle/import.ts', `import { handle } from '../rest/handler.js';`, 'bundle/import.ts imports rest/handler.ts'],
    ['auth.ts', `import { createApp } from './app.js';`, 'auth.ts imports app.ts'],
    ['utils/text.ts', '', 'utils is not in the table'],
    ['auth.ts', 'const port = process.env.PORT;', 'auth.ts reads process.env'],
    ['auth.ts', 'const { PORT } = process\n  .env;', 'auth.ts reads process.env'],
    ['auth.ts', `import { env } from 'node:process';`, 'auth.ts reads process.env'],
  ])('%s: %s', (file, text, problem) => {
    expect(problems(file, text)).toContain(problem);
  });

  test('a cycle, however long, once; not one of types', () => {
    const runtime = { 'db/a.ts': `import './b.js';`, 'db/b.ts': `import './c.js';`, 'db/c.ts': `import './a.js';` };
    expect(importProblems(runtime, MAY_IMPORT)).toStrictEqual(['cycle: db/a.ts -> db/b.ts -> db/c.ts -> db/a.ts']);
    expect(importProblems({ ...runtime, 'db/c.ts': `import type { A } from './a.js';` }, MAY_IMPORT)).toStrictEqual([]);
  });

  test('and what would not: a folder of its own, types where only types are allowed, a comment', () => {
    expect(problems('standings/board.ts', `import { merit } from './merit.js';`)).toStrictEqual([]);
    expect(problems('context.ts', `import type { Cursors } from './page.js';`)).toStrictEqual([]);
    expect(problems('entrance/auth.ts', '// process.env is not read here')).toStrictEqual([]);
    expect(problems('config.ts', 'const { PORT } = process.env;')).toStrictEqual([]);
  });
});
