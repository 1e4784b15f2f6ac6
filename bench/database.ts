import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { loadDemoWorldOnce } from '../src/bundle/demo/load.js';
import type { Db } from '../src/db/client.js';
import { migrate } from '../src/db/migrate.js';
import { openPostgres } from '../src/db/postgres.js';

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
 * A database with a demo world of at least this many battles. It takes minutes to load, so it stays on the server as
 * gateway_bench_world_N for the next run; drop it when it is no longer wanted.
 */
export async function withWorld<Result>(
  server: string,
  battles: number,
  tell: (message: string) => void,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  const name = `gateway_bench_world_${battles}`;
  const admin = new pg.Client(server);
  await admin.connect();
  const { rows } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rows.length === 0) await admin.query(`CREATE DATABASE "${name}"`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = await openPostgres(url.href, 4, tell);
  try {
    await migrate(db);
    await loadDemoWorldOnce(db, () => tell(`loading ${name}, which may take minutes`), { battles });
    await db.sql.script('VACUUM ANALYZE');
    return await work(db, url.href);
  } finally {
    await db.close();
  }
}
