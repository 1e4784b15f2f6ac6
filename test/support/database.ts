import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { openInMemory } from '../../src/db/embedded/embedded.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import type { WatchStatement } from '../../src/db/watched.js';
import { atFileEnd } from './file-end.js';
import { borrowEmbedded } from './shared-embedded.js';
import { soon } from './soon.js';

/** A migrated, empty database for this test file, closed when the file ends. */
export async function openTestDb(watch: WatchStatement | null = null): Promise<Db> {
  const template = inject('template');
  if ('file' in template && watch === null) return borrowEmbedded(() => copyEmbedded(template.file, null));
  const db = 'file' in template ? await copyEmbedded(template.file, watch) : await copyPostgres(template.url, watch);
  atFileEnd(() => db.close());
  return db;
}

/** For skipIf: true on the embedded database, and logs why. */
export function skipOnEmbedded(why: string): boolean {
  const skip = 'file' in inject('template');
  if (skip) console.log(`Skipped on the embedded database: ${why}`);
  return skip;
}

/** For skipIf: true on PostgreSQL, and logs why. */
export function skipOnPostgres(why: string): boolean {
  const skip = 'url' in inject('template');
  if (skip) console.log(`Skipped on PostgreSQL: ${why}`);
  return skip;
}

/** While this module is referenced, the engine keeps its compiled code for the workers of all later databases. */
let compiled: Promise<WebAssembly.Module> | undefined;
let archive: Promise<Blob> | undefined;

async function copyEmbedded(file: string, watch: WatchStatement | null): Promise<Db> {
  compiled ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then(WebAssembly.compile);
  archive ??= readFile(file).then((bytes) => new Blob([bytes]));
  await compiled;
  return openInMemory(await archive, { watch });
}

/** As in production, unless it is configured. */
const POOL_SIZE = 10;

export async function copyPostgres(templateUrl: string, watch: WatchStatement | null): Promise<Db> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const copy = `${template}_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(process.env.TEST_DATABASE_URL);
  await admin.connect();
  await admin.query(`CREATE DATABASE "${copy}" TEMPLATE "${template}"`);
  // The database is thrown away after a crash anyway, so commits need not wait for the disk.
  await admin.query(`ALTER DATABASE "${copy}" SET synchronous_commit = off`);
  await admin.end();
  url.pathname = `/${copy}`;
  return openPostgres(url.href, POOL_SIZE, console.log, { watch });
}

/** Its URL, for other processes. */
export async function urlOf({ sql }: Db): Promise<string> {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  const [row] = await sql.query<{ name: string }>('SELECT current_database() AS "name"');
  url.pathname = `/${row?.name}`;
  return url.href;
}

/** Resolves once statements of other connections wait for a lock. */
export async function untilLocked({ sql }: Db, statements = 1): Promise<void> {
  await soon(async () => {
    const waiting = await sql.query(
      `SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`,
    );
    expect(waiting.length).toBeGreaterThanOrEqual(statements);
  });
}

const TABLES = [
  'bracket_match',
  'battle',
  'tournament',
  'player',
  'club',
  'battle_pack',
  'faction',
  'account',
  'setting',
  'demo_record',
];

/** Deletes all rows, so that each test starts empty. */
export async function emptyDb({ sql }: Db): Promise<void> {
  await sql.script(TABLES.map((table) => `DELETE FROM "${table}"`).join(';\n'));
}
