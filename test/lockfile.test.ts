import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

type Package = { version: string; resolved?: string; integrity?: string };
const read = async (name: string) => JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));
const { dependencies, devDependencies, license } = await read('package.json');
const { '': _root, ...packages }: Record<string, Package> = (await read('package-lock.json')).packages;
const named = Object.entries(packages);

test('every package has its checksum, and no address it was downloaded from', () => {
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toStrictEqual([]);
  expect(named.filter(([, { resolved }]) => resolved !== undefined)).toStrictEqual([]);
});

test('every dependency is one exact version', () => {
  const wanted = Object.entries<string>({ ...dependencies, ...devDependencies });
  const isOther = ([name, version]: [string, string]) =>
    packages[`node_modules/${name}`]?.version !== version.replace(/^npm:.+@/, '');
  expect(wanted.filter(isOther)).toStrictEqual([]);
});

test('there is one graphql, and no line of it that can be blocked in validation', () => {
  const versions = named
    .filter(([path]) => /(^|\/)node_modules\/graphql$/.test(path))
    .map(([, { version }]) => version);
  expect(versions).toStrictEqual(['16.15.0']);
});

test('no package may run a script when it is installed, whatever the npm', async () => {
  const settings = await readFile(new URL('../.npmrc', import.meta.url), 'utf8');
  expect(settings.split('\n')).toContain('ignore-scripts=true');
});

test('the licence is the one that package.json names', async () => {
  expect(license).toBe('MIT');
  expect(await readFile(new URL('../LICENSE', import.meta.url), 'utf8')).toMatch(/^MIT License\n/);
});
