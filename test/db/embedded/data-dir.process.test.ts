import { chown, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DbError } from '../../../src/db/db-error.js';
import { claimDataDir } from '../../../src/db/embedded/data-dir.js';
import { openEmbedded } from '../../../src/db/embedded/embedded.js';
import { atFileEnd } from '../../support/file-end.js';
import { snapshot } from '../../support/folder.js';
import { newHeldDataDir, run, temporaryFolder } from '../../support/process.js';

const MARK_FILE = 'battle-results-gateway.txt';
const NOT_WRITTEN =
  /^DATA_DIR \S+ cannot be written by user \d+ \((EEXIST|ENOENT)\)\. Set DATA_DIR to a folder that this user may write\.$/;

/** Returns the error message, after checking that not a byte has changed. */
async function refusal(folder: string, watched = folder): Promise<string> {
  const before = await snapshot(watched);
  const error = await openEmbedded(folder, () => undefined).catch((thrown: unknown) => thrown);
  expect(await snapshot(watched)).toStrictEqual(before);
  expect(error).toBeInstanceOf(DbError);
  return (error as DbError).message;
}

describe('a DATA_DIR that is not ours', () => {
  test('is refused and left as it was', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'thesis.txt'), 'ten years of work');
    expect(await refusal(folder)).toBe(
      `DATA_DIR ${folder} holds files that are not this service's (thesis.txt). ` +
        'Nothing was touched. Set DATA_DIR to a new or empty folder.',
    );
  });

  test('is refused even when it looks like a database, naming a few of its files', async () => {
    const folder = await temporaryFolder();
    for (const name of ['a', 'b', 'c', 'pg']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'pg', 'PG_VERSION'), '18\n');
    expect(await refusal(folder)).toBe(
      `DATA_DIR ${folder} holds files that are not this service's (a, b, c, ...). ` +
        'Nothing was touched. Set DATA_DIR to a new or empty folder.',
    );
  });

  test('is refused when it is a file', async () => {
    const around = await temporaryFolder();
    const file = join(around, 'data');
    await writeFile(file, 'ten years of work');
    expect(await refusal(file, around)).toBe(`DATA_DIR ${file} is a file. Set DATA_DIR to a folder.`);
  });

  test.skipIf(process.geteuid?.() !== 0)('is refused to root when it belongs to another user', async () => {
    const folder = await temporaryFolder();
    await chown(folder, 1234, 1234);
    expect(await refusal(folder)).toBe(
      `DATA_DIR ${folder} belongs to user 1234, who could not open what root writes there. Run this as that user, or ` +
        'while the service is running.',
    );
  });

  test.skipIf(process.geteuid?.() !== 0)('is open to root beside the process of its user', async () => {
    const { dataDir } = await newHeldDataDir();
    await chown(dataDir, 1234, 1234);
    expect(await run('cli/keys.js', ['list'], { env: { DATA_DIR: dataDir } })).toMatchObject({ code: 0, stderr: '' });
  });

  test('is refused when it cannot be made', async () => {
    const around = await temporaryFolder();
    const link = join(around, 'data');
    await symlink(join(around, 'nowhere', 'to', 'be', 'found'), link);
    expect(await refusal(link, around)).toMatch(NOT_WRITTEN);
  });

  test.skipIf(process.platform !== 'linux').each(['/proc/nope', '/proc/nope/data'])(
    'is refused at once where the system makes no folders: %s',
    async (folder) => {
      expect(await refusal(folder, await temporaryFolder())).toMatch(NOT_WRITTEN);
    },
  );
});

describe('a damaged database', () => {
  const damaged = (cluster: string, what: string) =>
    `The embedded database in ${cluster} is damaged (${what} is missing or cut short). ` +
    'Nothing was touched. Restore the folder from a copy, or move it away and import your data again.';

  const control = (pg: string) => join(pg, 'global', 'pg_control');
  const emptied = async (pg: string) => {
    await rm(pg, { recursive: true });
    await mkdir(pg);
  };

  test.each<[how: string, what: string, damage: (pg: string) => Promise<unknown>]>([
    ['without PG_VERSION', 'PG_VERSION', (pg) => rm(join(pg, 'PG_VERSION'))],
    ['without pg_control', 'global/pg_control', (pg) => rm(control(pg))],
    ['with a pg_control cut short', 'global/pg_control', (pg) => truncate(control(pg), 4096)],
    ['that is an empty folder', 'PG_VERSION', emptied],
    ['that is a file', 'PG_VERSION', (pg) => rm(pg, { recursive: true }).then(() => writeFile(pg, ''))],
  ])('%s is refused and left as it was', async (_how, what, damage) => {
    const folder = await folderWithCluster();
    await damage(join(folder, 'pg'));
    expect(await refusal(folder)).toBe(damaged(join(folder, 'pg'), what));
  });

  test('of another PostgreSQL version is refused and left as it was', async () => {
    const folder = await folderWithCluster();
    await writeFile(join(folder, 'pg', 'PG_VERSION'), '17\n');
    expect(await refusal(folder)).toBe(
      `The embedded database in ${join(folder, 'pg')} was made by PostgreSQL 17; this release has 18. ` +
        'Start the service, or run npm run migrate: they upgrade it.',
    );
  });

  test('that only PostgreSQL itself can tell is damaged is refused and left as it was', async () => {
    const folder = await folderWithCluster();
    expect(await refusal(folder)).toMatch(
      /^The embedded database in \S+ cannot be opened \(.+\)\. Nothing was overwritten\. Restore the folder/,
    );
  });
});

describe('a DATA_DIR of ours', () => {
  let made: string[];
  let told: string[];
  let folder: string;
  beforeAll(async () => {
    folder = join(await temporaryFolder(atFileEnd), 'new', 'data');
    told = [];
    // What a process leaves behind that was killed while it created the database.
    await mkdir(join(folder, 'pg.making', 'global'), { recursive: true });
    await writeFile(join(folder, 'pg.making', 'PG_VERSION'), '18\n');
    await writeFile(join(folder, MARK_FILE), 'ours');
    const db = await openEmbedded(folder, (message) => told.push(message));
    await db.sql.script(`CREATE TABLE "kept" ("text" text); INSERT INTO "kept" VALUES ('this')`);
    await db.close();
    made = await readdir(folder);
  });

  test('whose creation was interrupted is made anew, and nothing half made is left', () => {
    expect(told).toStrictEqual([`Creating the embedded database in ${folder} (once, a few seconds) ...`]);
    expect(made).toStrictEqual([MARK_FILE, 'pg']);
  });

  test('is opened again with its data, without a word', async () => {
    const more: string[] = [];
    const db = await openEmbedded(folder, (message) => more.push(message));
    onTestFinished(() => db.close());
    expect(db.location).toBe(`folder ${folder}`);
    expect(await db.sql.query('SELECT "text" FROM "kept"')).toStrictEqual([{ text: 'this' }]);
    expect(more).toStrictEqual([]);
  });
});

test('a new DATA_DIR is made with all folders on the way, and marked before anything else', async () => {
  const folder = join(await temporaryFolder(), 'a', 'b', 'c');
  await claimDataDir(folder);
  expect(await readdir(folder)).toStrictEqual([MARK_FILE]);
  expect(await readFile(join(folder, MARK_FILE), 'utf8')).toBe(
    'This folder holds the data of a battle results gateway. Do not edit it by hand.\n',
  );
});

/**
 * A folder that is ours by its mark file. The cluster has only the files that are checked before PostgreSQL starts on
 * it.
 */
async function folderWithCluster(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'pg', 'global'), { recursive: true });
  await writeFile(join(folder, MARK_FILE), 'ours');
  await writeFile(join(folder, 'pg', 'PG_VERSION'), '18\n');
  await writeFile(join(folder, 'pg', 'global', 'pg_control'), Buffer.alloc(8192, 'x'));
  return folder;
}
