import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lockDataDir } from '../../../src/db/embedded/data-dir-lock.js';
import { build, type Running, startLines, temporaryFolder } from '../../support/process.js';

beforeAll(build);

/** Starts a process that locks the folder, reports the result, and keeps running. */
const holder = (folder: string, cwd = folder): Running =>
  startLines(
    `const { lockDataDir } = await import(dist + 'db/embedded/data-dir-lock.js');
     try {
       const unlock = await lockDataDir(${JSON.stringify(folder)});
       process.once('SIGTERM', () => unlock().then(() => process.exit(0)));
       console.log('locked');
     } catch (error) {
       console.log('refused: ' + error.message);
     }
     setInterval(() => undefined, 1000);`,
    { cwd },
  );

const said = async (process: Running) => (await process.saw(/^(locked|refused: .*)$/m))[0];
const inUse = (folder: string, by: number) =>
  `The data in ${folder} is in use by process ${by}. ` +
  'Stop that process first, or set DATA_DIR to another folder, or use a PostgreSQL with DATABASE_URL.';

describe('a folder in use by another process', () => {
  test('is refused, and the message says by which', async () => {
    const folder = await temporaryFolder();
    const first = holder(folder);
    expect(await said(first)).toBe('locked');
    await expect(lockDataDir(folder)).rejects.toThrow(inUse(folder, first.pid));
    expect(await said(holder(folder))).toBe(`refused: ${inUse(folder, first.pid)}`);
  });

  test('is free again once that process has let go, and nothing of the lock is left', async () => {
    const folder = await temporaryFolder();
    const first = holder(folder);
    await said(first);
    expect(await first.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
    expect(await readdir(folder)).toStrictEqual([]);
    const unlock = await lockDataDir(folder);
    expect(await readFile(join(folder, 'holder.txt'), 'utf8')).toBe(`${process.pid}\n`);
    await unlock();
    expect(await readdir(folder)).toStrictEqual([]);
  });

  test('is refused by way of another name for it', async () => {
    const folder = await temporaryFolder();
    const link = join(await temporaryFolder(), 'link');
    await symlink(folder, link);
    const first = holder(folder);
    await said(first);
    await expect(lockDataDir(link)).rejects.toThrow(inUse(link, first.pid));
  });

  test('is refused within the same process too', async () => {
    const folder = await temporaryFolder();
    onTestFinished(await lockDataDir(folder));
    await expect(lockDataDir(folder)).rejects.toThrow(inUse(folder, process.pid));
  });
});

/** Longer than the address of a socket may be. */
const deepFolder = async () => {
  const folder = join(await temporaryFolder(), 'deep'.repeat(20), 'deeper'.repeat(20));
  await mkdir(folder, { recursive: true });
  return folder;
};

describe('a lock that a killed process left behind', () => {
  test.each([temporaryFolder, deepFolder])('is taken over: %o', async (newFolder) => {
    const folder = await newFolder();
    await leaveLock(folder);
    expect(await readdir(folder)).toStrictEqual(['holder.txt', 'lock']);
    const unlock = await lockDataDir(folder);
    expect(await readFile(join(folder, 'holder.txt'), 'utf8')).toBe(`${process.pid}\n`);
    await unlock();
    expect(await readdir(folder)).toStrictEqual([]);
  });

  test('is taken over by exactly one of ten that race for it, and the others name the winner', async () => {
    const folder = await temporaryFolder();
    await leaveLock(folder);
    await tenRace(folder);
  });

  test('is taken over by exactly one of ten even when the killed process was just taking it over itself', async () => {
    const folder = await temporaryFolder();
    await leaveLock(folder);
    await writeFile(join(folder, 'turn'), 'somebody who died');
    await tenRace(folder);
    expect(await readdir(folder)).toStrictEqual(['holder.txt', 'lock']);
  });
});

test('a new folder goes to exactly one of ten that race for it', async () => {
  await tenRace(await temporaryFolder());
});

test('a path longer than the address of a socket is locked all the same, whatever the working directories are', async () => {
  const folder = await deepFolder();
  const inside = holder(folder);
  expect(await said(inside)).toBe('locked');
  expect(await said(holder(folder, '/'))).toBe(`refused: ${inUse(folder, inside.pid)}`);
  expect(await readdir(folder)).toStrictEqual(['holder.txt', 'lock']);
});

test('a holder too busy to answer still holds', async () => {
  const folder = await temporaryFolder();
  const busy = startLines(
    `const { lockDataDir } = await import(dist + 'db/embedded/data-dir-lock.js');
     await lockDataDir(${JSON.stringify(folder)});
     (await import('node:fs')).writeSync(1, 'busy\\n');
     for (;;);`,
  );
  await busy.saw(/busy/);
  await expect(lockDataDir(folder)).rejects.toThrow(inUse(folder, busy.pid));
});

test('a socket of somebody else in the place of the lock is refused and left alone', async () => {
  const folder = await temporaryFolder();
  const other = createServer();
  await new Promise<void>((listening) => other.listen(join(folder, 'lock'), listening));
  onTestFinished(() => new Promise<void>((closed) => other.close(() => closed())));
  await expect(lockDataDir(folder)).rejects.toThrow('is in use by process (unknown)');
  expect(await readdir(folder)).toStrictEqual(['lock']);
});

async function leaveLock(folder: string) {
  const dead = holder(folder);
  await said(dead);
  expect(await dead.end('SIGKILL')).toStrictEqual({ code: null, signal: 'SIGKILL' });
}

async function tenRace(folder: string) {
  const ten = Array.from({ length: 10 }, () => holder(folder));
  const answers = await Promise.all(ten.map(said));
  const winner = ten[answers.indexOf('locked')]?.pid ?? -1;
  expect(answers.toSorted()).toStrictEqual([
    'locked',
    ...Array.from({ length: 9 }, () => `refused: ${inUse(folder, winner)}`),
  ]);
}
