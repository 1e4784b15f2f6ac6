import type { Sql } from '../db/sql.js';

/** Adds rows that are objects in JSON, all with the same keys, some columns of the table. */
export async function insertRows(sql: Sql, table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name.replaceAll('"', '""')}"`);
  await sql.query(
    `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${table}", $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
