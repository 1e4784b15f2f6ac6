import { execFile } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test, vi } from 'vitest';
import { atFileEnd } from './support/file-end.js';
import { packagesImported, readSources } from './support/imports.js';
import { addressOf, build, start, temporaryFolder } from './support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const root = fileURLToPath(new URL('../', import.meta.url));
const { dependencies, devDependencies, workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

let folder: string;
type Installed = { license?: string; version: string; integrity?: string };
/** Without our own packages, which are folders of this tree. */
let installed: Map<string, Installed>;
beforeAll(async () => {
  await build();
  folder = await temporaryFolder(atFileEnd);
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'dist', 'prisma']) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of workspaces.flatMap((each: string) => [`${each}/package.json`, `${each}/dist`])) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  // The packages that this checkout was installed from are in npm's cache.
  await promisify(execFile)('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  const { packages } = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  installed = new Map(Object.entries<Installed>(packages).filter(([, { integrity }]) => integrity));
});

test('an install without development dependencies has what serves, and nothing else', async () => {
  const names = [...installed.keys()].map((path) => path.replace(/^.*node_modules\//, ''));
  for (const name of ['prisma', 'typescript', 'esbuild', 'vitest', '@prisma/engines', '@prisma/studio-core']) {
    expect(names).not.toContain(name);
  }
  expect(names.length).toBeLessThan(160);
  expect(await readdir(join(folder, 'node_modules'))).toContain('graphql-yoga');
});

test('every licence in it asks for no more than its text', () => {
  const others = [...installed].filter(([, { license = 'none' }]) => !PERMISSIVE.has(license));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toStrictEqual([]);
});

const PERMISSIVE = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0']);

test('the service starts from such an install, with a copy of the database prepared in it, and answers', async () => {
  const env = { PORT: '0', DATA_DIR: join(folder, 'data'), NODE_ENV: 'production', DEMO_WORLD: 'false' };
  const options = { env, cwd: folder, dist: join(folder, 'dist') };
  const command = (dataDir: string, name: string, ...args: string[]) => {
    const call = ['--liftoff-only', join(folder, `dist/cli/${name}.js`), ...args];
    return promisify(execFile)(process.execPath, call, { ...options, env: { ...env, DATA_DIR: dataDir } });
  };
  const prepared = join(folder, 'prepared');
  await command(prepared, 'migrate');
  const { stdout: key } = await command(env.DATA_DIR, 'keys', 'create', 'Test');
  expect(await clusterId(env.DATA_DIR)).toStrictEqual(await clusterId(prepared));
  const base = await addressOf(start('main.js', options));
  const authorization = `Bearer ${key.trim()}`;
  const rest = await fetch(`${base}/api/v1/tournaments?limit=1`, { headers: { authorization } });
  const graphql = await fetch(`${base}/graphql?query={tournaments(first:1){nodes{slug}}}`, {
    headers: { authorization },
  });
  expect(await rest.json()).toStrictEqual({ data: [], next: null });
  expect((await graphql.json()).data.tournaments.nodes).toStrictEqual([]);
  for (const page of ['/', '/docs', '/graphql']) {
    const { status, headers } = await fetch(base + page, { headers: { accept: 'text/html' } });
    expect([page, status, headers.get('content-type')]).toStrictEqual([page, 200, 'text/html; charset=utf-8']);
  }
});

/** PostgreSQL's identifier of a cluster, which is drawn when it is created. */
const clusterId = async (dataDir: string) =>
  (await readFile(join(dataDir, 'pg/global/pg_control'))).subarray(0, 8).toString('hex');

test('every package that is imported is named in package.json, and what serves names no development dependency', async () => {
  const importedBy = async (...folders: string[]) => {
    const sources = await Promise.all(folders.map((name) => readSources(join(root, name))));
    return [...new Set(sources.flatMap((files) => packagesImported(files)))].sort();
  };
  const named = Object.keys(dependencies);
  expect((await importedBy('src')).filter((name) => !named.includes(name))).toStrictEqual([]);
  const all = [...named, ...Object.keys(devDependencies)];
  expect((await importedBy('scripts', 'test', 'bench')).filter((name) => !all.includes(name))).toStrictEqual([]);
});
