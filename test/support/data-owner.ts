import type { Sql } from '../../src/db/sql.js';

/** Sets the owner of the data, which pages show; the data itself stays as it is. */
export async function setDataOwner(sql: Sql, owner: 'demo' | 'own'): Promise<void> {
  await sql.query(
    `INSERT INTO "setting" ("key", "value") VALUES ('data-owner', $1)
     ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
    [owner],
  );
}
