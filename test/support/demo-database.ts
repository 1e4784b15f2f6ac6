import pg from 'pg';
import { inject } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { loadDemoWorld } from '../../src/demo/load.js';
import { copyPostgres, openTestDb } from './database.js';
import { atFileEnd } from './file-end.js';

/** The demo world with what is derived from it. On PostgreSQL the first test file loads it, and others get copies. */
export async function openDemoDb(): Promise<Db> {
  const template = inject('template');
  if ('file' in template) return fill(await openTestDb());
  const db = await copyPostgres(await demoTemplate(template.url), null);
  atFileEnd(() => db.close());
  return db;
}

async function fill(db: Db): Promise<Db> {
  await loadDemoWorld(db);
  await bringUpToDate(db);
  return db;
}

async function demoTemplate(templateUrl: string): Promise<string> {
  const url = `${templateUrl}_demo`;
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client(process.env.TEST_DATABASE_URL);
  await admin.connect();
  // Held until the connection ends.
  await admin.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) {
    const db = await fill(await copyPostgres(templateUrl, null));
    const [made] = await db.sql.query<{ name: string }>('SELECT current_database() AS "name"');
    await db.close();
    await admin.query(`ALTER DATABASE "${made?.name}" RENAME TO "${name}"`);
  }
  await admin.end();
  return url;
}
