import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';

/** Each test file gets its own database, copied from a migrated template; all are dropped afterwards. */
export async function setup({ provide }: TestProject) {
  const server = process.env.TEST_DATABASE_URL as string;
  const template = `gateway_test_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`CREATE DATABASE "${template}"`);
  const url = new URL(server);
  url.pathname = `/${template}`;
  const db = await openPostgres(url.href, 2, console.log);
  await migrate(db);
  await db.close();
  provide('template', { url: url.href });
  return async () => {
    const { rows } = await admin.query('SELECT datname FROM pg_database WHERE datname LIKE $1', [`${template}%`]);
    for (const { datname } of rows) await admin.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
    await admin.end();
  };
}
