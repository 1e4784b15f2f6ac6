// Where a run puts its rows until they are switched in: temporary tables, which no other session sees and which end
// with the session. Rows are inserted by the thousand, each column as one array.

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

type Column<Row> = { name: string; type: string; from: keyof Row & string; read?: string };
type Table<Row> = { name: string; columns: Column<Row>[] };

const column = <Row>(name: string, type: string, from: keyof Row & string = name as never): Column<Row> => ({
  name,
  type,
  from,
});

const TABLES: { [Name in keyof Staged]: Table<Staged[Name]> } = {
  rating: {
    name: 'staged_rating',
    columns: [
      column('player_id', 'text', 'player'),
      column('week', 'int'),
      column('value', 'float8'),
      column('deviation', 'float8'),
      column('volatility', 'float8'),
      column('battles', 'int'),
      column('elo', 'float8'),
    ],
  },
  playerRating: {
    name: 'staged_player_rating',
    columns: [
      column('player_id', 'text', 'player'),
      column('week', 'int'),
      column('value', 'float8'),
      column('deviation', 'float8'),
      column('provisional', 'bool'),
    ],
  },
  expectation: {
    name: 'staged_expectation',
    columns: [
      column('tournament_slug', 'text', 'tournament'),
      column('week', 'int'),
      { name: 'results', type: 'bytea', from: 'results', read: 'text' },
    ],
  },
  week: {
    name: 'staged_week',
    columns: [column('week', 'int'), column('battles', 'int'), column('glicko2', 'float8'), column('elo', 'float8')],
  },
};

const BATCH = 5_000;

export type Staging = {
  add<Name extends keyof Staged>(name: Name, rows: readonly Staged[Name][]): Promise<void>;
  /** Sends the remaining rows and runs ANALYZE for the planner. */
  finish(): Promise<void>;
  drop(): Promise<void>;
};

export async function createStaging(write: Session['write']): Promise<Staging> {
  const tables = Object.values<Table<never>>(TABLES);
  const drops = tables.map(({ name }) => `DROP TABLE IF EXISTS "pg_temp"."${name}"`).join('; ');
  // On the embedded database, an aborted run leaves its tables behind, because the session continues.
  await write.script(drops);
  await write.script(
    tables.map(({ name, columns }) => `CREATE TEMP TABLE "${name}" (${columns.map(definition).join(', ')})`).join('; '),
  );
  const waiting = new Map<keyof Staged, object[]>();
  /** The last batch sent, which may still be in flight while the next one is gathered. */
  let sending: Promise<unknown> = Promise.resolve();

  async function send(name: keyof Staged): Promise<void> {
    const rows = waiting.get(name) ?? [];
    if (rows.length === 0) return;
    waiting.set(name, []);
    const { name: table, columns } = TABLES[name] as Table<Record<string, unknown>>;
    const arrays = columns.map(({ type, read = type }, at) => `$${at + 1}::${read}[]`);
    const values = columns.map(({ type, from }) =>
      arrayOf(
        type,
        rows.map((row) => (row as Record<string, unknown>)[from]),
      ),
    );
    const shown = columns.map(({ name: each, read }) => (read ? `decode("${each}", 'hex')` : `"${each}"`));
    const names = columns.map(({ name: each }) => `"${each}"`).join(', ');
    const statement = `INSERT INTO "pg_temp"."${table}" SELECT ${shown.join(', ')} FROM unnest(${arrays.join(', ')}) AS u(${names})`;
    const before = sending;
    sending = write.query(statement, values);
    // The next `send` or `finish` gets the rejection; there may be none.
    sending.catch(() => undefined);
    await before;
  }

  return {
    async add(name, rows) {
      const all = waiting.get(name) ?? [];
      waiting.set(name, all);
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

const COLLATED = ' COLLATE "C"';

const definition = ({ name, type }: Column<never>) => `"${name}" ${type}${type === 'text' ? COLLATED : ''} NOT NULL`;

/** Formats as a PostgreSQL array literal, because drivers inspect every single value. */
function arrayOf(type: string, values: unknown[]): string {
  if (type === 'text') return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  return `{${values.join(',')}}`;
}
