import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importProblems, readSources } from './support/imports.js';

/** The folders of src and the files beside them, as in the code map. Each may import only from those below it, types included. */
const codeMap = readFileSync(new URL('../docs/code-map.md', import.meta.url), 'utf8');
const ORDER = [...codeMap.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
  ([, where = '']) => where.match(/[\w-]+(\/[\w-]+)*(?=\/`|\.ts)/g) ?? [],
);

test('every import of src goes down the list, and none in a circle', async () => {
  const sources = await readSources(fileURLToPath(new URL('../src', import.meta.url)));
  expect(Object.keys(sources)).toContain('db/client.ts');
  expect(ORDER.slice(0, 3)).toStrictEqual(['main', 'cli', 'process']);
  expect(importProblems(sources, ORDER)).toStrictEqual([]);
});

test('the engine behind Prisma imports nothing of ours but the generated client and the connection', async () => {
  const sources = await readSources(fileURLToPath(new URL('../src/db/one-statement', import.meta.url)));
  expect(Object.keys(sources)).toContain('extension.ts');
  const others = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/from '(\.\.\/(?!generated\/|sql\.js)[^']*)'/g)].map(([, path]) => `${file} imports ${path}`),
  );
  expect(others).toStrictEqual([]);
});

test('types of the schema are defined by importing schema.ts alone, so that their order is always the same', async () => {
  const sources = await readSources(fileURLToPath(new URL('../src', import.meta.url)));
  const tests = await readSources(fileURLToPath(new URL('.', import.meta.url)));
  const defining = Object.keys(sources).filter(
    (file) => file.startsWith('graphql/') && sources[file]?.includes(`/builder.js'`) && !file.endsWith('schema.ts'),
  );
  expect(defining).toContain('graphql/schema/battle.ts');
  const importers = Object.entries({ ...sources, ...tests }).filter(
    ([file]) => !file.startsWith('graphql/') || file in tests,
  );
  const early = importers.flatMap(([file, text]) =>
    defining
      .filter((each) => new RegExp(`^import (?!type ).*${each.replace('.ts', String.raw`\.js`)}'`, 'm').test(text))
      .map((each) => `${file} imports ${each}`),
  );
  expect(early).toStrictEqual([]);
});

describe('what would be noticed', () => {
  const problems = (file: string, text: string) => importProblems({ [file]: text }, ORDER);

  test.each([
    ['rest/endpoints.ts', `import { listKeys } from '../db/keys.js';`, 'rest/endpoints.ts imports db/keys.ts'],
    ['rest/endpoints.ts', `import type { Db } from '../db/client.js';`, 'rest/endpoints.ts imports db/client.ts'],
    ['rest/endpoints.ts', `import { wrap } from '../app/app.js';`, 'rest/endpoints.ts imports app/app.ts'],
    ['rest/endpoints.ts', `import pg from 'pg';`, 'rest/endpoints.ts imports pg'],
    ['rest/endpoints.ts', `const db = await import('../db/client.js');`, 'rest/endpoints.ts imports db/client.ts'],
    ['rest/endpoints.ts', `export * from '../db/client.js';`, 'rest/endpoints.ts imports db/client.ts'],
    ['rest/endpoints.ts', `import '../db/client.js';`, 'rest/endpoints.ts imports db/client.ts'],
    [
      'rest/endpoints.ts',
      `import {\n  a,\n  type B,\n} from '../db/client.js';`,
      'rest/endpoints.ts imports db/client.ts',
    ],
    ['site/page-route.ts', `import type { Db } from '../db/client.js';`, 'site/page-route.ts imports db/client.ts'],
    ['standings/board.ts', `import { errors } from '../errors.js';`, 'standings/board.ts imports errors.ts'],
    ['standings/board.ts', `import { inspect } from 'node:util';`, 'standings/board.ts imports node:util'],
    [
      'ratings/replay.ts',
      `import { board } from '../standings/board.js';`,
      'ratings/replay.ts imports standings/board.ts',
    ],
    ['statistics/estimate.ts', `import { max } from 'math';`, 'statistics/estimate.ts imports math'],
    [
      'graphql/read/listing.ts',
      `import { Battle } from '../schema/battle.js';`,
      'graphql/read/listing.ts imports graphql/schema/battle.ts',
    ],
    [
      'db/keys.ts',
      `import { schema } from '../graphql/schema/schema.js';`,
      'db/keys.ts imports graphql/schema/schema.ts',
    ],
    ['http/server.ts', `import type { App } from '../app/app.js';`, 'http/server.ts imports app/app.ts'],
    ['http/call.ts', `import { createWatch } from '../observe/watch.js';`, 'http/call.ts imports observe/watch.ts'],
    [
      'bundle/import.ts',
      `import { handle } from '../rest/endpoints.js';`,
      'bundle/import.ts imports rest/endpoints.ts',
    ],
    ['entrance/auth.ts', `import { createApp } from '../app/app.js';`, 'entrance/auth.ts imports app/app.ts'],
    ['utils/text.ts', '', 'utils is not in the list'],
    ['auth.ts', 'const port = process.env.PORT;', 'auth.ts reads process.env'],
    ['auth.ts', 'const { PORT } = process\n  .env;', 'auth.ts reads process.env'],
    ['auth.ts', `import { env } from 'node:process';`, 'auth.ts reads process.env'],
  ])('%s: %s', (file, text, problem) => {
    expect(problems(file, text)).toContain(problem);
  });

  test('a circle, however long, once; one of types too', () => {
    const circle = { 'db/a.ts': `import './b.js';`, 'db/b.ts': `import './c.js';`, 'db/c.ts': `import './a.js';` };
    const told = ['circle: db/a.ts -> db/b.ts -> db/c.ts -> db/a.ts'];
    expect(importProblems(circle, ORDER)).toStrictEqual(told);
    expect(importProblems({ ...circle, 'db/c.ts': `import type { A } from './a.js';` }, ORDER)).toStrictEqual(told);
  });

  test('and what would not: a folder of its own, what stands below, a comment', () => {
    expect(problems('standings/board.ts', `import { merit } from './merit.js';`)).toStrictEqual([]);
    expect(problems('invalidation/feed.ts', `import { createDb } from '../db/client.js';`)).toStrictEqual([]);
    expect(problems('entrance/auth.ts', '// process.env is not read here')).toStrictEqual([]);
    expect(problems('config.ts', 'const { PORT } = process.env;')).toStrictEqual([]);
  });
});
