// Backups of release line 1: tables as rows of texts. They are loaded into temporary tables with the names of ours, which an
// export then reads in their place.
import { recordLines } from '../bundle/export.js';
import { serviceLines } from '../bundle/service-records.js';
import type { Sql } from '../db/sql.js';
import { insertRows } from './rows.js';

type Table = { name: string; columns: { name: string; type: string }[] };
/** The last migration of 1.0.1. */
export const LAST_OF_1_0_1 = '20261123000200_met_spellings';
export type Line1Header = { createdAt: string; tables: Table[]; migrations: { name: string }[] };

/** The tables that lines are made from. */
const READ = [
  ...['club', 'player', 'battle_pack', 'faction', 'tournament', 'tournament_organizer', 'stage', 'team', 'participant'],
  ...['bracket_match', 'battle', 'battle_side', 'account', 'api_key', 'key_usage', 'setting', 'demo_record'],
];
const BATCH_ROWS = 500;

/** Values of the lines that a backup of this release would have between its first and its last. */
export async function* valuesOfLine1(
  sql: Sql,
  { tables }: Line1Header,
  values: AsyncIterable<object>,
): AsyncGenerator<object> {
  const every = (statement: (table: string) => string) => sql.script(READ.map(statement).join(';\n'));
  await every((table) => `CREATE TEMPORARY TABLE "${table}" (LIKE "${table}" INCLUDING ALL)`);
  let table: Table | undefined;
  let batch: object[] = [];
  const flush = async () => {
    if (table && batch.length > 0) await insertRows(sql, table.name, batch);
    batch = [];
  };
  for await (const value of values) {
    if (!Array.isArray(value)) {
      await flush();
      table = tables.find(({ name }) => name === (value as { table: string }).table && READ.includes(name));
    } else if (table) {
      batch.push(rowOf(table, value));
      if (batch.length >= BATCH_ROWS) await flush();
    }
  }
  await flush();
  await every((name) => `ANALYZE "${name}"`);
  for (const read of [recordLines, serviceLines]) {
    for await (const lines of read(sql)) for (const line of lines) yield JSON.parse(line);
  }
  await every((name) => `DROP TABLE "${name}"`);
}

const rowOf = ({ columns }: Table, texts: (string | null)[]) =>
  Object.fromEntries(
    columns.map(({ name, type }, at) => {
      const text = texts[at] ?? null;
      return [name, type === 'jsonb' && text !== null ? JSON.parse(text) : text];
    }),
  );
