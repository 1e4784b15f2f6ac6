// Data of an earlier PostgreSQL, made by its own engine, which is installed under another name.
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { upgradeEngine } from '../../src/backup/upgrade-engine.js';
import type { Db } from '../../src/db/client.js';
import { claimDataDir, clusterPaths, isUnusedDir, POSTGRES_VERSION } from '../../src/db/embedded/data-dir.js';
import { createCluster, openAlone, openEmbedded } from '../../src/db/embedded/embedded.js';
import { migrate } from '../../src/db/migrate.js';
import { createKey, hashKey } from '../../src/key.js';
import { atFileEnd } from '../support/file-end.js';
import { snapshot } from '../support/folder.js';
import { addressOf, build, start, temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const OLD = 'pglite-17';
const MARK = 'battle-results-gateway.txt';
const key = createKey();
let made: string;
let before: object[][];

/** What every release has. */
async function contents({ sql }: Db): Promise<object[][]> {
  const reads = [
    '"slug", "name" FROM "tournament"',
    '"id", "name" FROM "player"',
    '"battle_id", "name" FROM "battle_side"',
  ];
  return Promise.all(reads.map((read) => sql.query(`SELECT ${read} ORDER BY 1, 2`)));
}

beforeAll(async () => {
  await build();
  made = join(await temporaryFolder(atFileEnd), 'data');
  await claimDataDir(made);
  const old = await openAlone(clusterPaths(made).cluster, OLD);
  await fill(old);
  before = await contents(old);
  await old.close();
  expect(before.every((rows) => rows.length > 0)).toBe(true);
});

/** As release 1.0.1 left it, with a key. */
async function fill({ sql }: Db): Promise<void> {
  const dump = gunzipSync(await readFile(new URL('../db/upgrades/1.0.1.sql.gz', import.meta.url)));
  await sql.script(`${dump}\nRESET search_path`);
  await sql.query(`INSERT INTO "account" ("name") VALUES ('New')`);
  const insert = `INSERT INTO "api_key" ("account_name", "hash", "hint") VALUES ('New', $1, 'x')`;
  await sql.query(insert, [hashKey(key)]);
}

async function copy(): Promise<string> {
  const folder = join(await temporaryFolder(), 'data');
  await cp(made, folder, { recursive: true });
  return folder;
}

test('the start upgrades it by itself, also after it was killed at that, and keeps the old data', async () => {
  const folder = await copy();
  const { cluster, upgraded } = clusterPaths(folder);
  const env = { DATA_DIR: folder, PORT: '0', DEMO_WORLD: 'false' };
  const killed = start('main.js', { env });
  await killed.saw(/Upgrading, 2 of 3/);
  await killed.end('SIGKILL');
  expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n');

  const service = start('main.js', { env });
  const base = await addressOf(service);
  const answer = await fetch(`${base}/api/v1/tournaments`, { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ data: [expect.anything()] });
  await service.end('SIGTERM');
  expect(service.text()).toMatch(
    /is of PostgreSQL 17; this release has 18\. .*Upgrading folder .*, 1 of \d+: .*Upgrading, 2 of 3: writing \d+ lines .*Upgraded to PostgreSQL 18\./s,
  );
  expect(await readdir(folder)).toStrictEqual([MARK, 'pg', 'pg.17']);
  const old = await openAlone(`${cluster}.17`, OLD);
  expect(await contents(old)).toStrictEqual(before);
  await old.close();

  // As if it had been killed when the old data was moved away, and the new not yet in its place.
  await rename(cluster, upgraded);
  expect(await isUnusedDir(folder)).toBe(false);
  const told: string[] = [];
  await upgradeEngine(folder, (line) => told.push(line));
  const db = await openEmbedded(folder, (line) => told.push(line));
  expect(await contents(db)).toStrictEqual(before);
  expect(await migrate(db)).toStrictEqual([]);
  const [row] = await db.sql.query<{ version: string }>('SHOW server_version');
  expect(Object.values(row ?? {})[0]).toMatch(new RegExp(`^${POSTGRES_VERSION}\\.`));
  await db.close();
  expect(told).toStrictEqual([]);
});

test('a folder of release 1.0.1 with the same PostgreSQL is carried over by the start', async () => {
  const folder = join(await temporaryFolder(), 'data');
  await claimDataDir(folder);
  const { cluster } = clusterPaths(folder);
  await createCluster(cluster);
  const made = await openAlone(cluster);
  await fill(made);
  await made.close();

  const service = start('main.js', { env: { DATA_DIR: folder, PORT: '0', DEMO_WORLD: 'false' } });
  const base = await addressOf(service);
  const answer = await fetch(`${base}/api/v1/tournaments`, { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ data: [expect.anything()] });
  await service.end('SIGTERM');
  expect(service.text()).toMatch(/Upgrading folder .*, 1 of \d+: /);
  expect(await readdir(folder)).toStrictEqual([MARK, 'pg']);
});

test('what cannot be upgraded is said, and stays as it was', async () => {
  const folder = await copy();
  const { cluster } = clusterPaths(folder);
  const refusal = () => upgradeEngine(folder, () => undefined).then(String, (error: Error) => error.message);
  // A folder where a file is to be written.
  await mkdir(join(folder, 'upgrade.backup', 'x'), { recursive: true });
  expect(await refusal()).toMatch(
    /^\S+ cannot be upgraded \(.+\)\. It was not changed\. It needs as much free disk space/,
  );
  expect(await readdir(folder)).toStrictEqual([MARK, 'pg']);

  await mkdir(`${cluster}.17`);
  const untouched = await snapshot(folder);
  expect(await refusal()).toBe(
    `${cluster}.17 is in the way: the data of PostgreSQL 17 would be kept there. Move it away.`,
  );
  expect(await snapshot(folder)).toStrictEqual(untouched);

  // What is left of an upgrade takes the place of nothing.
  const bare = await temporaryFolder();
  await claimDataDir(bare);
  await mkdir(clusterPaths(bare).upgraded);
  expect(await isUnusedDir(bare)).toBe(true);

  await writeFile(join(cluster, 'PG_VERSION'), '9\n');
  expect(await refusal()).toMatch(/was made by PostgreSQL 9; this release has 18 and cannot read it\./);
  expect(await readdir(folder)).toStrictEqual([MARK, 'pg', 'pg.17']);
});
