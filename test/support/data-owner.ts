import type { Sql } from '../../src/db/sql.js';

/** Says whose the data is, which pages show; the data stays as it is. */
export async function setDataOwner(sql: Sql, owner: 'demo' | 'own'): Promise<void> {
  await sql.query(
    `INSERT INTO "setting" ("key", "value") VALUES ('data-owner', $1)
     ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
    [owner],
  );
}
