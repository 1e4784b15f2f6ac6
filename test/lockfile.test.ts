import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

type Package = { version: string; resolved?: string; integrity?: string; link?: boolean };
const read = async (name: string) => JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));
const { dependencies, devDependencies, license, workspaces } = await read('package.json');
const manifests = await Promise.all(workspaces.map((folder: string) => read(`${folder}/package.json`)));
const { '': _root, ...packages }: Record<string, Package> = (await read('package-lock.json')).packages;
/** Our own packages are folders of this tree, and links to them. */
const isOurs = ([path, { resolved = path }]: [string, Package]) => workspaces.includes(resolved);
const ours = Object.entries(packages).filter(isOurs);
const named = Object.entries(packages).filter((each) => !isOurs(each));

test('every package has its checksum, and no address it was downloaded from', () => {
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toStrictEqual([]);
  expect(named.filter(([, { resolved }]) => resolved !== undefined)).toStrictEqual([]);
});

test('our own packages are linked', () => {
  const links = ours.filter(([, { link }]) => link).map(([path, { resolved }]) => [path, resolved]);
  expect(links.sort()).toStrictEqual(
    workspaces.map((folder: string, at: number) => [`node_modules/${manifests[at].name}`, folder]).sort(),
  );
});

test('every dependency is one exact version', () => {
  const wanted = [{ dependencies, devDependencies }, ...manifests].flatMap((each) =>
    Object.entries<string>({ ...each.dependencies, ...each.devDependencies }),
  );
  const installed = (name: string) => packages[packages[`node_modules/${name}`]?.resolved ?? `node_modules/${name}`];
  const isOther = ([name, version]: [string, string]) => installed(name)?.version !== version.replace(/^npm:.+@/, '');
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
