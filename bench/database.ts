import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { loadDemoWorldOnce } from '../src/bundle/demo/load.js';
import type { Db } from '../src/db/client.js';
import { migrate } from '../src/db/migrate.js';
import { openPostgres } from '../src/db/postgres/postgres.js';

/** A migrated database on the server, dropped when `work` is done. */
export async function withDatabase<Result>(
  server: string,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  const name = `gateway_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`CREATE DATABASE "${name}"`);
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    const db = await openPostgres(url.href, 4, console.error);
    try {
      await migrate(db);
      return await work(db, url.href);
    } finally {
      await db.close();
    }
  } finally {
    await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`);
    await admin.end();
  }
}

/**
 * A database with a demo world of at least this many battles. A large one takes minutes to load, so it stays on the
 * server for the next run as gateway_bench_world_N_HASH, where the hash is that of the migrations; a small one goes.
 */
export async function withWorld<Result>(
  server: string,
  battles: number,
  report: (message: string) => void,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  const load = (db: Db) => loadDemoWorldOnce(db, () => report(`loading a world of ${battles} battles`), { battles });
  if (battles < WORTH_KEEPING) {
    return withDatabase(server, async (db, url) => {
      await load(db);
      await db.sql.script('VACUUM ANALYZE');
      return work(db, url);
    });
  }
  const name = `gateway_bench_world_${battles}_${await migrationsHash()}`;
  const admin = new pg.Client(server);
  await admin.connect();
  const { rows } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rows.length === 0) await admin.query(`CREATE DATABASE "${name}"`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = await openPostgres(url.href, 4, report);
  try {
    await migrate(db);
    if (await load(db)) report(`kept for the next run as ${name}; drop it when it is no longer wanted`);
    await db.sql.script('VACUUM ANALYZE');
    return await work(db, url.href);
  } finally {
    await db.close();
  }
}

const WORTH_KEEPING = 100_000;

async function migrationsHash(): Promise<string> {
  const folder = new URL('../prisma/migrations/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(new URL(file, folder)));
  return hash.digest('hex').slice(0, 8);
}
