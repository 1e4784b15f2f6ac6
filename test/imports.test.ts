import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importProblems, importsOfAll, packageOf, readSources } from './support/imports.js';

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

test('a package imports nothing of the service, and of the other packages those that its package.json names', async () => {
  const { workspaces } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(workspaces).toContain('packages/convert');
  for (const folder of workspaces) {
    const manifest = JSON.parse(readFileSync(new URL(`../${folder}/package.json`, import.meta.url), 'utf8'));
    const sources = await readSources(fileURLToPath(new URL(`../${folder}/src`, import.meta.url)));
    const others = importsOfAll(sources).filter(({ to, isPackage }) =>
      isPackage ? !to.startsWith('node:') && !(packageOf(to) in (manifest.dependencies ?? {})) : !(to in sources),
    );
    expect(others.map(({ from, to }) => `${folder}: ${from} imports ${to}`)).toStrictEqual([]);
  }
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
  const tests = await readSources(fileURLToPath(new URL('../test', import.meta.url)));
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
