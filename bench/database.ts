import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { makeWorld } from '../scripts/demo-world/world.js';
import type { Db } from '../src/db/client.js';
import { migrate } from '../src/db/migrate.js';
import { openPostgres } from '../src/db/postgres/postgres.js';
import { loadDemoWorldOnce } from '../src/demo/load.js';

/** Creates a migrated database on the server and drops it when `work` is done. */
export const withDatabase = <Result>(server: string, work: (db: Db, url: string) => Promise<Result>) =>
  withCopy(server, 'template1', work);

function withCopy<Result>(
  server: string,
  template: string,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  return withNew(server, template, (name) =>
    withOpen(server, name, console.error, async (db, url) => {
      await migrate(db);
      return work(db, url);
    }),
  );
}

/** Creates a database without any table, and drops it when `work` is done. */
export const withEmptyDatabase = <Result>(server: string, work: (url: string) => Promise<Result>) =>
  withNew(server, 'template1', (name) => work(urlOf(server, name)));

async function withNew<Result>(
  server: string,
  template: string,
  work: (name: string) => Promise<Result>,
): Promise<Result> {
  const name = newName();
  await administer(server, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  try {
    return await work(name);
  } finally {
    await administer(server, `DROP DATABASE "${name}" WITH (FORCE)`);
  }
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withOpen<Result>(
  server: string,
  name: string,
  report: (message: string) => void,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  const url = urlOf(server, name);
  const db = await openPostgres(url, 4, report);
  try {
    return await work(db, url);
  } finally {
    await db.close();
  }
}

async function administer(server: string, statement: string, values: unknown[] = []): Promise<number> {
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    return (await admin.query(statement, values)).rows.length;
  } finally {
    await admin.end();
  }
}

const newName = () => `gateway_bench_${randomBytes(4).toString('hex')}`;

/**
 * A database with a demo world of at least this many battles. Loading a large one takes minutes, so it stays on the
 * server for the next run as gateway_bench_world_N_HASH, where HASH is the hash of the migrations. A small one is
 * copied from a template and dropped.
 */
export async function withWorld<Result>(
  server: string,
  battles: number,
  report: (message: string) => void,
  work: (db: Db, url: string) => Promise<Result>,
): Promise<Result> {
  const load = (db: Db) =>
    loadDemoWorldOnce(db, () => report(`loading a world of ${battles} battles`), { world: makeWorld(battles) });
  const fill = async (db: Db) => {
    await migrate(db);
    const isNew = await load(db);
    await db.sql.script('VACUUM ANALYZE');
    return isNew;
  };
  if (battles < WORTH_KEEPING) {
    let template = templates.get(battles);
    if (template === undefined) {
      template = newName();
      templates.set(battles, template);
      await administer(server, `CREATE DATABASE "${template}"`);
      await withOpen(server, template, report, fill);
    }
    return withCopy(server, template, work);
  }
  const name = `gateway_bench_world_${battles}_${await migrationsHash()}`;
  const found = await administer(server, 'SELECT FROM pg_database WHERE datname = $1', [name]);
  if (found === 0) await administer(server, `CREATE DATABASE "${name}"`);
  return withOpen(server, name, report, async (db, url) => {
    if (await fill(db)) report(`kept for the next run as ${name}; drop it when it is no longer wanted`);
    return work(db, url);
  });
}

/** Template databases of the small worlds that this run has loaded, by number of battles. */
const templates = new Map<number, string>();

export async function dropTemplates(server: string): Promise<void> {
  for (const template of templates.values()) await administer(server, `DROP DATABASE "${template}" WITH (FORCE)`);
  templates.clear();
}

const WORTH_KEEPING = 100_000;

async function migrationsHash(): Promise<string> {
  const folder = new URL('../prisma/migrations/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(new URL(file, folder)));
  return hash.digest('hex').slice(0, 8);
}
