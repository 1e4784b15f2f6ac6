// Temporary tables that mirror the records key by key, where an import collects a bundle before it writes anything
// else. References can then be checked in SQL, for any order of lines and with bounded memory in this process.

import { type BundleRecord, type RecordType, recordSchemas } from '@battle-results/bundle-format/record';
import type { Sql } from '../db/sql.js';
import { type Field, fieldsOf, KEYS, type Part, partsOf } from './fields.js';

type Columns = [name: string, type: string][];

const TYPES = Object.keys(recordSchemas) as RecordType[];
const PARTS = TYPES.flatMap((type) => partsOf(type).map(({ part }) => part));

/** Each table is staged_<noun>; a part has its owner's key as "owner" and its index in the array as "ordinal". */
export async function createStaging(sql: Sql): Promise<void> {
  const tables = [
    ...TYPES.map((type) => stagedTable(type, columnsOf(type))),
    ...PARTS.map((part) => stagedTable(part, [['owner', 'text'], ['ordinal', 'int'], ...columnsOf(part)])),
  ];
  await sql.script(tables.join(';\n'));
}

/** Without statistics the planner assumes that the staging tables are empty. Large values are in no condition. */
export async function analyzeStaging(sql: Sql): Promise<void> {
  const statement = (noun: RecordType | Part, first: string[]) => {
    const plain = columnsOf(noun).flatMap(([name, type]) => (type === 'jsonb' ? [] : [name]));
    return `ANALYZE "staged_${noun}" (${[...first, ...plain].map((name) => `"${name}"`)})`;
  };
  const statements = [
    ...TYPES.map((type) => statement(type, ['line'])),
    ...PARTS.map((part) => statement(part, ['line', 'owner'])),
  ];
  await sql.script(statements.join(';\n'));
}

export function keyOf(record: BundleRecord): string {
  return (record as unknown as Record<string, string>)[KEYS[record.type]] as string;
}

/** In place of a tournament's `listsFrom` that is left out, so that hidden lists do not come to light by accident. */
const KEPT = 'kept';

/** SQL of a staged value (alias `s`), or of what its absence means. */
export function stagedValue({ name, absent }: Field): string {
  if (name === 'listsFrom') {
    const known = `(SELECT t."lists_from" FROM "tournament" t WHERE t."slug" = s."slug")`;
    return `CASE s."listsFrom" WHEN '${KEPT}' THEN ${known} ELSE s."listsFrom" END`;
  }
  return absent ? `coalesce(s."${name}", ${absent})` : `s."${name}"`;
}

/** SQL that selects type and key of every staged record. */
export const stagedKeys = TYPES.map(
  (type) => `SELECT '${type}' AS "type", "${KEYS[type]}" AS "key" FROM "staged_${type}"`,
).join(' UNION ALL ');

const statements = new Map(TYPES.map((type) => [type, stageStatement(type)]));

/** `batch` holds records of one type, as returned by stagedText. */
export async function stage(sql: Sql, type: RecordType, batch: string[]): Promise<void> {
  await sql.query(statements.get(type) as string, [`[${batch.join(',')}]`]);
}

/** The record as JSON, with its line number as first key. PostgreSQL takes the second of two equal keys. */
export function stagedText(line: number, record: BundleRecord): string {
  const first = record.type === 'tournament' ? `{"line":${line},"listsFrom":"${KEPT}",` : `{"line":${line},`;
  return `${first}${JSON.stringify(record).slice(1)}`;
}

function columnsOf(noun: RecordType | Part): Columns {
  return fieldsOf(noun).map(({ name, type }) => [name, type]);
}

function stagedTable(noun: string, columns: Columns): string {
  // Large values are stored uncompressed: compressing them for the duration of an import is a waste.
  const large = columns.filter(([, type]) => type === 'jsonb');
  return [
    `CREATE TEMPORARY TABLE "staged_${noun}" ("line" int, ${definitions(columns)}) ON COMMIT DROP`,
    ...large.map(([name]) => `ALTER TABLE "staged_${noun}" ALTER COLUMN "${name}" SET STORAGE EXTERNAL`),
  ].join(';\n');
}

function stageStatement(type: RecordType): string {
  const columns = columnsOf(type);
  const parts = partsOf(type);
  const own = ['line', ...columns.map(([name]) => name)].map((name) => `"${name}"`).join(', ');
  const inserts = [
    ...parts.map(({ array, part }) => {
      const names = (prefix = '') =>
        fieldsOf(part)
          .map(({ name }) => `${prefix}"${name}"`)
          .join(', ');
      const element = part === 'organizer' ? `jsonb_build_object('playerId', "element")` : `"element"`;
      return `INSERT INTO "staged_${part}" ("line", "owner", "ordinal", ${names()})
        SELECT "batch"."line", "batch"."${KEYS[type]}", "ordinal", ${names('"item".')}
        FROM "batch", jsonb_array_elements("batch"."${array}") WITH ORDINALITY AS "elements"("element", "ordinal"),
          jsonb_to_record(${element}) AS "item"(${definitions(columnsOf(part))})`;
    }),
    `INSERT INTO "staged_${type}" (${own}) SELECT ${own} FROM "batch"`,
  ];
  const last = inserts.pop();
  const steps = inserts.map((insert, index) => `, "step${index}" AS (${insert})`).join('');
  const read: Columns = [['line', 'int'], ...columns, ...parts.map(({ array }): [string, string] => [array, 'jsonb'])];
  return `WITH "batch" AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS "record"(${definitions(read)})
  )${steps} ${last}`;
}

function definitions(columns: Columns): string {
  return columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
}
