// Whose data the database holds: the demo world's, or the operator's own. Said in a setting, written together with
// the data. Without the setting nothing was loaded yet.
import { storeKey } from '../db/keys.js';
import type { Sql } from '../db/sql.js';
import { DEMO_KEY } from '../key.js';
import { stagedKeys } from './staging.js';

export const DEMO_ACCOUNT = 'Demo';

export async function holdsDemoWorld(sql: Sql): Promise<boolean> {
  return (await readOwner(sql)) === 'demo';
}

/** Nothing was ever loaded and nothing is there, so that the demo world cannot mix with something real. */
export async function wasNeverLoaded(sql: Sql): Promise<boolean> {
  return (await isEmpty(sql)) && (await readOwner(sql)) === null;
}

export async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ empty: boolean }>(`
    SELECT NOT (EXISTS (SELECT FROM "club") OR EXISTS (SELECT FROM "player") OR EXISTS (SELECT FROM "battle_pack")
      OR EXISTS (SELECT FROM "tournament") OR EXISTS (SELECT FROM "battle")) AS "empty"`);
  return row?.empty === true;
}

/** Of what is staged. */
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
