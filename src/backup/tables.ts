// What a backup contains: every row of every table, except what only describes one server's transactions.
import type { Migration } from '../db/migrate.js';
import type { Sql } from '../db/sql.js';

type Column = { name: string; type: string };
export type Table = { name: string; columns: Column[] };

/** Positions in the change feed, which start anew after a restore, and rows that exist only within a transaction. */
const LEFT_OUT = ['change', 'version', 'past_transaction', 'search_stale'];

/** The names of what the migrations have created. Anything else in the schema is not ours. */
const createdBy = (migrations: Migration[], what: string): string[] => {
  const creates = new RegExp(String.raw`\b(?:${what}) "?(\w+)"?`, 'g');
  return [...new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(creates)].map(([, name = '']) => name)))];
};

export const tablesOf = (migrations: Migration[]) => createdBy(migrations, 'CREATE (?:UNLOGGED )?TABLE');

/** The tables of a backup with the columns that are stored and not generated. */
export async function readTables(sql: Sql, migrations: Migration[]): Promise<Table[]> {
  return sql.query<Table>(
    `SELECT c."relname"::text AS "name", (
       SELECT json_agg(json_build_object('name', a."attname", 'type', format_type(a."atttypid", a."atttypmod"))
         ORDER BY a."attnum")
       FROM pg_attribute a
       WHERE a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped" AND a."attgenerated" = '') AS "columns"
     FROM pg_class c WHERE c."relnamespace" = current_schema()::regnamespace AND c."relkind" = 'r'
       AND c."relname" = ANY ($1::text[]) ORDER BY c."relname" COLLATE "C"`,
    [tablesOf(migrations).filter((name) => !LEFT_OUT.includes(name))],
  );
}

export type Sequence = { name: string; value: string };

/** Sequences that have been used, with the last value that they gave. */
export async function readSequences(sql: Sql): Promise<Sequence[]> {
  return sql.query<Sequence>(
    `SELECT "sequencename"::text AS "name", "last_value"::text AS "value" FROM pg_sequences
     WHERE "schemaname" = current_schema() AND "last_value" IS NOT NULL ORDER BY 1`,
  );
}

/** Drops everything that the migrations have created, and the record of them. */
export async function dropAll(sql: Sql, migrations: Migration[]): Promise<void> {
  const functions = createdBy(migrations, 'CREATE (?:OR REPLACE )?FUNCTION|RENAME TO');
  const drops = await sql.query<{ drop: string }>(
    `SELECT format('DROP TABLE IF EXISTS %I CASCADE', t) AS "drop" FROM unnest($1::text[]) AS t
     UNION ALL SELECT format('DROP FUNCTION IF EXISTS %s CASCADE', p."oid"::regprocedure) FROM pg_proc p
       WHERE p."pronamespace" = current_schema()::regnamespace AND p."proname" = ANY ($2::text[])
     UNION ALL SELECT format('DROP TYPE IF EXISTS %I CASCADE', t) FROM unnest($3::text[]) AS t`,
    [[...tablesOf(migrations), '_prisma_migrations'], functions, createdBy(migrations, 'CREATE TYPE')],
  );
  await sql.script(drops.map(({ drop }) => drop).join(';\n'));
}
