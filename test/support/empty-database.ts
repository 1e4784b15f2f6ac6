import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { openInMemory } from '../../src/db/embedded/embedded.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { atFileEnd } from './file-end.js';

/** A database without tables for one test, as seen by one process and optionally by `more` others. */
export async function openEmptyDb(more = 0): Promise<[Db, ...Db[]]> {
  const template = inject('template');
  if ('file' in template) {
    const db = await emptyEmbedded(template.file);
    return [db, ...Array.from({ length: more }, () => db)];
  }
  const open = await emptyPostgres(template.url);
  const first = await open();
  const others = await Promise.all(Array.from({ length: more }, open));
  onTestFinished(async () => {
    for (const db of [...others, first]) await db.close();
  });
  return [first, ...others];
}

/** One embedded database serves the tests of a file in turn: starting one takes longer than most of them do. */
let idle: Db | null = null;

/** Emptied rather than created, because creating one takes seconds. */
async function emptyEmbedded(file: string): Promise<Db> {
  const db = idle ?? (await openEmbedded(file));
  idle = null;
  await db.sql.script('DROP SCHEMA "public" CASCADE; CREATE SCHEMA "public"');
  onTestFinished(() => {
    idle = db;
  });
  return db;
}

async function openEmbedded(file: string): Promise<Db> {
  const db = await openInMemory(new Blob([await readFile(file)]));
  atFileEnd(() => {
    if (idle === db) idle = null;
    return db.close();
  });
  return db;
}

/** Named after the template, so that it is dropped together with it. */
async function emptyPostgres(templateUrl: string): Promise<() => Promise<Db>> {
  const url = new URL(templateUrl);
  const name = `${url.pathname.slice(1)}_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client(process.env.TEST_DATABASE_URL);
  await admin.connect();
  await admin.query(`CREATE DATABASE "${name}"`);
  await admin.end();
  url.pathname = `/${name}`;
  return () => openPostgres(url.href, 2, console.log);
}
