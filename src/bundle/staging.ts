// Where an import gathers a bundle before it touches anything: temporary tables that mirror the records, key by
// key, so that references can be checked in SQL in any order of lines and with bounded memory here.
import type { Sql } from '../db/sql.js';
import type { BundleRecord, RecordType } from './record.js';

type Columns = Record<string, string>;
type Staged = { columns: Columns; key: string; children: Record<string, { table: string; columns: Columns }> };

const STAGED: Record<RecordType, Staged> = {
  club: {
    key: 'slug',
    columns: {
      slug: 'text',
      name: 'text',
      description: 'text',
      city: 'text',
      country: 'text',
      members: 'int',
      website: 'text',
    },
    children: {},
  },
  player: { key: 'id', columns: { id: 'text', name: 'text', removed: 'boolean' }, children: {} },
  battlePack: {
    key: 'name',
    columns: {
      name: 'text',
      scoresObjectives: 'boolean',
      usesBattleTactics: 'boolean',
      usesGrandStrategies: 'boolean',
    },
    children: {},
  },
  tournament: {
    key: 'slug',
    columns: {
      slug: 'text',
      name: 'text',
      published: 'boolean',
      status: 'tournament_status',
      startDate: 'date',
      endDate: 'date',
      description: 'text',
      city: 'text',
      country: 'text',
      battleSize: 'int',
      battlePack: 'text',
      club: 'text',
      tieBreakers: 'tie_breaker[]',
      groups: 'boolean',
    },
    children: {
      organizers: { table: 'organizer', columns: { playerId: 'text' } },
      stages: {
        table: 'stage',
        columns: { id: 'text', name: 'text', type: 'stage_type', rounds: 'int', players: 'int' },
      },
      participants: {
        table: 'participant',
        columns: {
          entry: 'int',
          playerId: 'text',
          name: 'text',
          club: 'text',
          group: 'text',
          dropped: 'boolean',
          finalPlacement: 'int',
          list: 'jsonb',
        },
      },
      bracketMatches: {
        table: 'match',
        columns: {
          stage: 'text',
          roundNumber: 'int',
          round: 'text',
          table: 'int',
          players: 'int[]',
          winner: 'int',
          battle: 'text',
        },
      },
    },
  },
  battle: {
    key: 'id',
    columns: {
      id: 'text',
      date: 'date',
      tournament: 'text',
      stage: 'text',
      round: 'int',
      scenario: 'text',
      battlePack: 'text',
      battleSize: 'int',
      victorySize: 'victory_size',
      archived: 'boolean',
      club: 'text',
    },
    children: {
      sides: {
        table: 'side',
        columns: {
          entry: 'int',
          playerId: 'text',
          name: 'text',
          faction: 'text',
          subFaction: 'text',
          outcome: 'outcome',
          battlePoints: 'float8',
          victoryPoints: 'int',
          objectivePoints: 'int',
          battleTacticsScored: 'int',
          grandStrategy: 'text',
          grandStrategyScored: 'boolean',
          drops: 'int',
          role: 'role',
          list: 'jsonb',
          rounds: 'jsonb',
        },
      },
    },
  },
};

/** Each table is staged_<type>; a child carries its owner's key as "owner" and its place in the array as "nth". */
export async function createStaging(sql: Sql): Promise<void> {
  const tables = Object.entries(STAGED).flatMap(([type, { columns, children }]) => [
    stagedTable(type, columns),
    ...Object.values(children).map((child) =>
      stagedTable(child.table, { owner: 'text', nth: 'int', ...child.columns }),
    ),
  ]);
  await sql.script(tables.join(';\n'));
}

/** Without statistics the planner takes the staging tables for empty. */
export async function analyzeStaging(sql: Sql): Promise<void> {
  const types = Object.entries(STAGED).flatMap(([type, { children }]) => [
    type,
    ...Object.values(children).map(({ table }) => table),
  ]);
  await sql.script(types.map((type) => `ANALYZE "staged_${type}"`).join(';\n'));
}

export function keyOf(record: BundleRecord): string {
  return (record as unknown as Record<string, string>)[STAGED[record.type].key] as string;
}

/** SQL that gives the type and the key of every record. */
export const stagedKeys = Object.entries(STAGED)
  .map(([type, { key }]) => `SELECT '${type}' AS "type", "${key}" AS "key" FROM "staged_${type}"`)
  .join(' UNION ALL ');

const statements = new Map(Object.keys(STAGED).map((type) => [type, stageStatement(type as RecordType)]));

/** `batch` holds records of one type as JSON texts, each opened by stagedText. */
export async function stage(sql: Sql, type: RecordType, batch: string[]): Promise<void> {
  await sql.query(statements.get(type) as string, [`[${batch.join(',')}]`]);
}

/** The record as JSON with its line number in front. */
export function stagedText(line: number, record: BundleRecord): string {
  return `{"line":${line},${JSON.stringify(record).slice(1)}`;
}

function stagedTable(type: string, columns: Columns): string {
  // What is large is stored as it comes: compressing it for the length of an import would be wasted.
  const large = Object.keys(columns).filter((name) => columns[name] === 'jsonb');
  return [
    `CREATE TEMPORARY TABLE "staged_${type}" ("line" int, ${definitions(columns)}) ON COMMIT DROP`,
    ...large.map((name) => `ALTER TABLE "staged_${type}" ALTER COLUMN "${name}" SET STORAGE EXTERNAL`),
  ].join(';\n');
}

function stageStatement(type: RecordType): string {
  const { key, columns, children } = STAGED[type];
  const arrays = Object.fromEntries(Object.keys(children).map((name) => [name, 'jsonb']));
  const own = ['line', ...Object.keys(columns)].map(quoted).join(', ');
  const inserts = [
    `INSERT INTO "staged_${type}" (${own}) SELECT ${own} FROM "batch"`,
    ...Object.entries(children).map(([name, { table, columns: inner }]) => {
      const names = Object.keys(inner).map(quoted).join(', ');
      // Organisers are plain strings, everything else is an object.
      const element = name === 'organizers' ? `jsonb_build_object('playerId', "element")` : `"element"`;
      return `INSERT INTO "staged_${table}" ("line", "owner", "nth", ${names})
        SELECT "batch"."line", "batch"."${key}", "nth", ${Object.keys(inner)
          .map((column) => `"item".${quoted(column)}`)
          .join(', ')}
        FROM "batch", jsonb_array_elements("batch"."${name}") WITH ORDINALITY AS "elements"("element", "nth"),
          jsonb_to_record(${element}) AS "item"(${definitions(inner)})`;
    }),
  ];
  const [last, ...before] = inserts.reverse();
  const steps = before.map((insert, index) => `, "step${index}" AS (${insert})`).join('');
  return `WITH "batch" AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS "record"("line" int, ${definitions({ ...columns, ...arrays })})
  )${steps} ${last}`;
}

function definitions(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, type]) => `${quoted(name)} ${type}`)
    .join(', ');
}

function quoted(name: string): string {
  return `"${name}"`;
}
