import { randomBytes } from 'node:crypto';
import pg from 'pg';
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
