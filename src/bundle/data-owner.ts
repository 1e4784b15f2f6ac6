// Who owns the data in the database: the demo world or the operator. This is a setting, written in the same transaction
// as the data; without it nothing has been loaded yet.
import { storeKey } from '../db/keys.js';
import type { Sql } from '../db/sql.js';
import { DEMO_KEY } from '../key.js';
import { stagedKeys } from './staging.js';

export const DEMO_ACCOUNT = 'Demo';

export async function holdsDemoWorld(sql: Sql): Promise<boolean> {
  return (await readOwner(sql)) === 'demo';
}

/** True if the database is empty and nothing was ever loaded, so that the demo world never mixes with real data. */
export async function wasNeverLoaded(sql: Sql): Promise<boolean> {
  return (await isEmpty(sql)) && (await readOwner(sql)) === null;
}

export async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ empty: boolean }>(`
    SELECT NOT (EXISTS (SELECT FROM "club") OR EXISTS (SELECT FROM "player") OR EXISTS (SELECT FROM "battle_pack")
      OR EXISTS (SELECT FROM "faction" WHERE "loaded") OR EXISTS (SELECT FROM "tournament")
      OR EXISTS (SELECT FROM "battle")) AS "empty"`);
  return row?.empty === true;
}

/** Marks the staged records as the demo world's, and stores its API key. */
export async function ownedByDemo(sql: Sql): Promise<void> {
  await writeOwner(sql, 'demo');
  await sql.query(`INSERT INTO "demo_record" ("type", "key") ${stagedKeys}`);
  await storeKey(sql, DEMO_ACCOUNT, DEMO_KEY);
}

export async function ownedByOperator(sql: Sql): Promise<void> {
  await writeOwner(sql, 'own');
}

async function readOwner(sql: Sql): Promise<'demo' | 'own' | null> {
  const [row] = await sql.query<{ value: 'demo' | 'own' }>(`SELECT "value" FROM "setting" WHERE "key" = 'data-owner'`);
  return row?.value ?? null;
}

async function writeOwner(sql: Sql, owner: 'demo' | 'own'): Promise<void> {
  await sql.query(
    `INSERT INTO "setting" ("key", "value") VALUES ('data-owner', $1)
     ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value" WHERE "setting"."value" <> excluded."value"`,
    [owner],
  );
}
