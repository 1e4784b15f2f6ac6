// Where a run puts its rows until they are switched in: temporary tables, which no other session sees and which end
// with the session. Rows are inserted by the thousand, each column as one array.

import { getOrMake } from '../../helpers/get-or-make.js';
import type { WeekPredictions } from '../../ratings/prediction.js';
import type { LedgerRow } from '../../ratings/replay.js';
import type { Session } from '../derived/session.js';
import type { Expectations } from './expectations.js';

type Staged = {
  rating: LedgerRow<string>;
  playerRating: { player: string; week: number; value: number; deviation: number; provisional: boolean };
  expectation: Expectations;
  week: WeekPredictions;
};

type Type = 'text' | 'int' | 'float8' | 'bool' | 'bytea';

/** The fields of a row with their types, in the order of the columns. */
const TABLES: { [Name in keyof Staged]: { name: string; fields: Record<keyof Staged[Name], Type> } } = {
  rating: {
    name: 'staged_rating',
    fields: {
      ...{ player: 'text', week: 'int', value: 'float8', deviation: 'float8' },
      ...{ volatility: 'float8', battles: 'int', elo: 'float8' },
    },
  },
  playerRating: {
    name: 'staged_player_rating',
    fields: { player: 'text', week: 'int', value: 'float8', deviation: 'float8', provisional: 'bool' },
  },
  expectation: { name: 'staged_expectation', fields: { tournament: 'text', week: 'int', results: 'bytea' } },
  week: { name: 'staged_week', fields: { week: 'int', battles: 'int', glicko2: 'float8', elo: 'float8' } },
};

/** Columns that are not called as the field. */
const COLUMNS: Record<string, string> = { player: 'player_id', tournament: 'tournament_slug' };

const columnOf = (field: string) => `"${COLUMNS[field] ?? field}"`;

const BATCH = 5_000;

type Staging = {
  add<Name extends keyof Staged>(name: Name, rows: readonly Staged[Name][]): Promise<void>;
  /** Sends the remaining rows and runs ANALYZE for the planner. */
  finish(): Promise<void>;
  drop(): Promise<void>;
};

export async function createStaging(write: Session['write']): Promise<Staging> {
  const tables = Object.values(TABLES);
  const drops = tables.map(({ name }) => `DROP TABLE IF EXISTS "pg_temp"."${name}"`).join('; ');
  const definitions = (fields: Record<string, Type>) =>
    Object.entries(fields).map(([field, type]) => `${columnOf(field)} ${SQL_TYPES[type] ?? type} NOT NULL`);
  // On the embedded database, an aborted run leaves its tables behind, because the session continues.
  await write.script(drops);
  await write.script(
    tables.map(({ name, fields }) => `CREATE TEMP TABLE "${name}" (${definitions(fields).join(', ')})`).join('; '),
  );
  const waiting = new Map<keyof Staged, object[]>();
  /** The last batch sent, which may still be in flight while the next one is gathered. */
  let sending: Promise<unknown> = Promise.resolve();

  async function send(name: keyof Staged): Promise<void> {
    const rows = waiting.get(name) ?? [];
    if (rows.length === 0) return;
    waiting.set(name, []);
    const { name: table, fields } = TABLES[name];
    const columns = Object.entries<Type>(fields).map(([field, type]) => ({ column: columnOf(field), field, type }));
    // Bytes travel as hexadecimal digits.
    const arrays = columns.map(({ type }, at) => `$${at + 1}::${type === 'bytea' ? 'text' : type}[]`);
    const values = columns.map(({ field, type }) =>
      arrayOf(
        type,
        rows.map((row) => (row as Record<string, unknown>)[field]),
      ),
    );
    const shown = columns.map(({ column, type }) => (type === 'bytea' ? `decode(${column}, 'hex')` : column));
    const names = columns.map(({ column }) => column).join(', ');
    const statement = `INSERT INTO "pg_temp"."${table}" SELECT ${shown.join(', ')} FROM unnest(${arrays.join(', ')}) AS u(${names})`;
    const before = sending;
    sending = write.query(statement, values);
    // The next `send` or `finish` gets the rejection; there may be none.
    sending.catch(() => undefined);
    await before;
  }

  return {
    async add(name, rows) {
      const all = getOrMake(waiting, name, () => []);
      for (const row of rows) all.push(row);
      if (all.length >= BATCH) await send(name);
    },
    async finish() {
      for (const name of Object.keys(TABLES) as (keyof Staged)[]) await send(name);
      await sending;
      for (const { name } of tables) await write.script(`ANALYZE "pg_temp"."${name}"`);
    },
    drop: () => write.script(drops),
  };
}

const SQL_TYPES: Partial<Record<Type, string>> = { text: 'text COLLATE "C"' };

/** Formats as a PostgreSQL array literal, because drivers inspect every single value. */
function arrayOf(type: string, values: unknown[]): string {
  if (type === 'text') return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  return `{${values.join(',')}}`;
}
