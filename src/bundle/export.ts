// Exports the database as a bundle that an import can read. It is one snapshot, streamed a few rows at a time, so that
// writers are not blocked and memory use stays small.

import { type BundleRecord, type RecordType, recordSchemas } from '@battle-results/bundle-format/record';
import type { Db } from '../db/client.js';
import { inPortions, type Sql } from '../db/sql.js';
import { fieldsOf, type Part, storedValue } from './fields.js';

/** Writes lines in a fixed order, each without its newline. */
export async function exportLines({ sql: connection }: Pick<Db, 'sql'>, write: (lines: string[]) => Promise<void>) {
  return connection.transaction(async (sql) => {
    await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    for await (const lines of recordLines(sql)) await write(lines);
  });
}

/** Within the caller's transaction. */
export async function* recordLines(sql: Sql): AsyncGenerator<string[]> {
  for (const { record, from, key } of Object.values(STORED)) {
    const statement = `SELECT ${record} AS "line" FROM ${from} ORDER BY ${key} COLLATE "C"`;
    for await (const rows of inPortions<{ line: string }>(sql, statement)) yield rows.map(({ line }) => line);
  }
}

/** The records with these keys, of those there are. */
export async function readRecords(sql: Pick<Sql, 'query'>, type: RecordType, keys: string[]): Promise<BundleRecord[]> {
  const { record, from, key } = STORED[type];
  const statement = `SELECT ${record} AS "line" FROM ${from} WHERE ${key} = ANY ($1::text[])`;
  const rows = await sql.query<{ line: string }>(statement, [keys]);
  return rows.map(({ line: text }) => JSON.parse(text) as BundleRecord);
}

type Values = Record<string, string>;

/**
 * A record with its fields in the order of the schema, which json_build_object keeps. `values` has the SQL of fields
 * that are not plain columns.
 */
function recordOf(type: RecordType, alias: string, values: Values = {}): string {
  const columns = stored(type, alias);
  const names = Object.keys(recordSchemas[type].properties).slice(1);
  const pairs = names.map((name) => `'${name}', ${values[name] ?? columns[name]}`);
  return `json_build_object('type', '${type}', ${pairs.join(', ')})::text`;
}

function list(part: Part, alias: string, values: Values, from: string, order: string): string {
  const pairs = Object.entries({ ...stored(part, alias), ...values }).map(([name, value]) => `'${name}', ${value}`);
  return `(SELECT coalesce(json_agg(json_build_object(${pairs.join(', ')}) ORDER BY ${order}), '[]') FROM ${from})`;
}

function stored(noun: RecordType | Part, alias: string): Values {
  return Object.fromEntries(
    fieldsOf(noun).map((field) => {
      const value = storedValue(alias, field);
      return [field.name, field.type === 'date' ? `day_text(${value})` : value];
    }),
  );
}

const stages = list('stage', 's', {}, '"stage" s WHERE s."tournament_slug" = t."slug"', 's."position"');

const teams = list('team', 'e', {}, '"team" e WHERE e."tournament_slug" = t."slug"', 'e."name"');

const participants = list(
  'participant',
  'p',
  { name: 'CASE WHEN p."player_id" IS NULL THEN p."name" END' },
  '"participant" p WHERE p."tournament_slug" = t."slug"',
  'p."entry"',
);

const bracketMatches = list(
  'match',
  'm',
  {
    players: `CASE WHEN m."first_id" IS NULL THEN '[]'::json ELSE json_build_array(a."entry", b."entry") END`,
    winner: 'w."entry"',
  },
  `"bracket_match" m LEFT JOIN "participant" a ON a."id" = m."first_id" LEFT JOIN "participant" b ON b."id" = m."second_id"
    LEFT JOIN "participant" w ON w."id" = m."winner_id" JOIN "stage" s ON s."tournament_slug" = m."tournament_slug"
    AND s."id" = m."stage_id" WHERE m."tournament_slug" = t."slug"`,
  's."position", m."round_number", m."table"',
);

const organizers = `(SELECT coalesce(json_agg(o."player_id" ORDER BY o."player_id" COLLATE "C"), '[]')
  FROM "tournament_organizer" o WHERE o."tournament_slug" = t."slug")`;

const sides = list(
  'side',
  's',
  {
    entry: 'p."entry"',
    playerId: 'CASE WHEN s."participant_id" IS NULL THEN s."player_id" END',
    name: 'CASE WHEN s."participant_id" IS NULL AND s."player_id" IS NULL THEN s."name" END',
  },
  '"battle_side" s LEFT JOIN "participant" p ON p."id" = s."participant_id" WHERE s."battle_id" = b."id"',
  's."position"',
);

/** SQL of the records of each type, in the order of an export. */
export const STORED: Record<RecordType, { record: string; from: string; key: string }> = {
  club: { record: recordOf('club', 'c'), from: '"club" c', key: 'c."slug"' },
  player: { record: recordOf('player', 'p'), from: '"player" p', key: 'p."id"' },
  battlePack: { record: recordOf('battlePack', 'b'), from: '"battle_pack" b', key: 'b."name"' },
  faction: {
    record: recordOf('faction', 'f'),
    from: '(SELECT * FROM "faction" WHERE "loaded") AS f',
    key: 'f."slug"',
  },
  tournament: {
    record: recordOf('tournament', 't', { organizers, stages, teams, participants, bracketMatches }),
    from: '"tournament" t',
    key: 't."slug"',
  },
  battle: { record: recordOf('battle', 'b', { sides }), from: '"battle" b', key: 'b."id"' },
};
