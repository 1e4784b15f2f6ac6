// A second process on the embedded data folder, which sends its statements to the first.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../src/db/client.js';
import { claimDataDir } from '../../../src/db/embedded/data-dir.js';
import { lockDataDir } from '../../../src/db/embedded/data-dir-lock.js';
import { type EmbeddedOptions, openEmbedded } from '../../../src/db/embedded/embedded.js';
import { atFileEnd } from '../../support/file-end.js';
import { type AtTheEnd, build, newDataDir, startLines, temporaryFolder } from '../../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
beforeAll(build);

async function opened(folder: string, options: EmbeddedOptions = {}, atTheEnd: AtTheEnd = onTestFinished): Promise<Db> {
  const db = await openEmbedded(folder, () => undefined, options);
  atTheEnd(() => db.close());
  return db;
}

async function hostAndFolder(options: EmbeddedOptions = {}, atTheEnd?: AtTheEnd) {
  const folder = await newDataDir(atTheEnd);
  return { folder, host: await opened(folder, options, atTheEnd) };
}

const ADD = `INSERT INTO "club" ("slug", "name") VALUES ('north', 'North')`;
const clubs = async ({ sql }: Db) => (await sql.query('SELECT "slug" FROM "club"')).length;

describe('a guest of the process that has the folder', () => {
  /** Of all tests that need no other: starting one takes seconds. */
  let folder: string;
  let host: Db;
  beforeAll(async () => {
    ({ folder, host } = await hostAndFolder({}, atFileEnd));
  });
  beforeEach(async () => void (await host.sql.query('DELETE FROM "club"')));

  test('shares its database: SQL, Prisma, bytes and errors', async () => {
    const guest = await opened(folder, { asGuest: true });
    await guest.sql.query(ADD);
    expect(await clubs(host)).toBe(1);
    expect(await guest.prisma.club.findMany({ select: { slug: true } })).toStrictEqual([{ slug: 'north' }]);
    const [row] = await guest.sql.query<{ bytes: Uint8Array }>(`SELECT $1::bytea AS "bytes"`, [Buffer.from([0, 255])]);
    expect([...(row?.bytes ?? [])]).toStrictEqual([0, 255]);
    await expect(guest.sql.query(ADD)).rejects.toMatchObject({ code: '23505' });
    const many = await guest.sql.query(`SELECT repeat('x', 1000) AS "text" FROM generate_series(1, 5000)`);
    expect(many).toHaveLength(5000);
  });

  test('has its transaction to itself: what is asked meanwhile sees all of it or, rolled back, nothing', async () => {
    const guest = await opened(folder, { asGuest: true });
    let asked: Promise<number> | undefined;
    const undone = guest.sql.transaction(async (sql) => {
      await sql.query(ADD);
      asked = clubs(host);
      await sql.query('SELECT 1');
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await asked).toBe(0);
    await guest.sql.transaction(async (sql) => {
      asked = clubs(host);
      await sql.query(ADD);
    });
    expect(await asked).toBe(1);
  });

  test('is rolled back when it is killed', async () => {
    const guest = startLines(
      `const { openEmbedded } = await import(dist + 'db/embedded/embedded.js');
       const db = await openEmbedded(${JSON.stringify(folder)}, () => {}, { asGuest: true });
       await db.sql.transaction(async (sql) => {
         await sql.query(${JSON.stringify(ADD)});
         console.log('within');
         await new Promise(() => setInterval(() => {}, 1000));
       });`,
    );
    await guest.saw(/within/);
    await guest.end('SIGKILL');
    expect(await clubs(host)).toBe(0);
  });

  test('is rolled back when it stalls, and told so', async () => {
    const { folder, host } = await hostAndFolder({ guestStallMs: 100 });
    const guest = await opened(folder, { asGuest: true });
    let read = 0;
    const stalled = guest.sql.transaction(async (sql) => {
      await sql.query(ADD);
      read = await clubs(host);
      await sql.query('SELECT 1');
    });
    await expect(stalled).rejects.toThrow(
      'The command held the database for 0.1 s without using it, and was rolled back.',
    );
    expect([read, await clubs(host)]).toStrictEqual([0, 0]);
  });

  test('is rolled back when that process begins to stop, with what waits behind it, and told so; nobody else is let in', async () => {
    const stopping = new AbortController();
    const { folder, host } = await hostAndFolder({ stopping: stopping.signal });
    const guest = await opened(folder, { asGuest: true });
    let behind: Promise<unknown> | undefined;
    const cut = guest.sql.transaction(async (sql) => {
      await sql.query(ADD);
      behind = guest.sql.transaction((other) => other.query(ADD));
      behind.catch(() => undefined);
      await sql.query('SELECT 1');
      stopping.abort();
      expect(await clubs(host)).toBe(0);
      await sql.query('SELECT 1');
    });
    const said = 'The process that has the data open is stopping.';
    await expect(cut).rejects.toThrow(said);
    await expect(behind).rejects.toThrow(said);
    await expect(openEmbedded(folder, () => undefined, { asGuest: true })).rejects.toThrow(said);
    expect(await clubs(host)).toBe(0);
  });

  test('is a command and no service', async () => {
    await expect(openEmbedded(folder, () => undefined)).rejects.toThrow(`is in use by process ${process.pid}`);
    expect(await clubs(host)).toBe(0);
  });

  test('is told when that process ends, and the next one has the folder to itself', async () => {
    const { folder, host } = await hostAndFolder();
    const guest = await opened(folder, { asGuest: true });
    const cut = guest.sql.transaction(async (sql) => {
      await sql.query(ADD);
      await host.close();
      await sql.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow('The process that has the data open has ended.');
    expect(await clubs(await opened(folder, { asGuest: true }))).toBe(0);
  });
});

test('only the user of the process can reach its socket, or look into a folder that it made', async () => {
  const folder = join(await temporaryFolder(), 'data');
  await claimDataDir(folder);
  onTestFinished(await lockDataDir(folder));
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect([await modeOf(folder), await modeOf(join(folder, 'lock'))]).toStrictEqual(['700', '600']);
});
