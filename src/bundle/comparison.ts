// Compares what is staged with what the database has, one statement for each type of record, before anything is
// written: what an import says it does is what it will do.

import type { RecordType } from '@battle-results/bundle-format/record';
import type { Sql } from '../db/sql.js';
import { type Compared, comparedParts, comparedRecords, comparedSides, GONE, GONE_SIDES } from './compared.js';
import { type Field, fieldsOf, type Part, partsOf } from './fields.js';

/** A kind of change of records, of their parts or of a field: how many there are, and the first of them. */
export type Found = { part: Part | null; change: Change; field: string | null; count: number; first: Item[] };
export type Change = 'new' | 'changed' | 'deleted' | 'added' | 'removed' | 'emptied';
export type Item = { key: string; item: string | null; was: string | null };

/** How many are named of each kind. */
export const EXAMPLES = 3;

type Row = { part: Part | null; mark: string; count: number; first: Item[] | null };

/** `deletes`: battles of staged tournaments that are not staged will be deleted. */
export async function compareStaged(sql: Sql, type: RecordType, { deletes }: { deletes: boolean }): Promise<Found[]> {
  const branches = [
    recordMarks(type, comparedRecords(type)),
    ...partsOf(type).map(({ part }) => (part === 'side' ? sideMarks() : partMarks(part, comparedParts(part)))),
    ...(type === 'battle' && deletes ? [deletedBattles] : []),
  ];
  const gone = type === 'battle' ? `${GONE_SIDES}, ` : type === 'tournament' ? `${GONE}, ` : '';
  const rows = await sql.query<Row>(`WITH ${gone} "marked" AS MATERIALIZED (${branches.join(' UNION ALL ')}),
    "numbered" AS (
      SELECT *, row_number() OVER (PARTITION BY "part", "mark" ORDER BY "line", "key", length("item"), "item") AS "nth"
      FROM "marked")
    SELECT "part", "mark", count(*)::int AS "count", json_agg(json_build_object('key', "key", 'item', "item",
      'was', "was") ORDER BY "nth") FILTER (WHERE "nth" <= ${EXAMPLES}) AS "first"
    FROM "numbered" GROUP BY "part", "mark"
    UNION ALL
    SELECT NULL, 'changed', count(DISTINCT "key")::int, NULL FROM "marked"
    WHERE "part" IS NOT NULL OR "mark" NOT IN ('new', 'deleted')`);
  return rows
    .filter(({ part, mark, count }) => count > 0 && !TOLD_ELSEWHERE.has(`${part ?? type} ${mark}`))
    .map(({ part, mark, count, first }) => {
      const [change, field = null] = mark.split(' ') as [Change, string?];
      return { part, change, field, count, first: first ?? [] };
    })
    .sort((one, two) => placeOf(type, one) - placeOf(type, two));
}

const CHANGES: Change[] = ['new', 'changed', 'added', 'removed', 'emptied', 'deleted'];

/** Of whole records first and what is deleted last; between them what has changed, in the order of the fields. */
function placeOf(type: RecordType, { part, change, field }: Found): number {
  if (change === 'deleted') return Number.POSITIVE_INFINITY;
  const noun = part ?? type;
  const fields = [...Object.keys(TOGETHER[noun] ?? {}), ...fieldsOf(noun).map(({ name }) => name)];
  const at = field === null ? -1 : fields.indexOf(field.split('.')[0] as string);
  const parts = partsOf(type).map((each) => each.part);
  return (parts.indexOf(part as Part) + 1) * 1e6 + (at + 1) * 100 + CHANGES.indexOf(change);
}

/** Fields that are one thing to people. */
type Together = {
  of: string[];
  /** The field that tells whether there is one. */
  by?: string;
  /** Fields that are also said by themselves when they are emptied. */
  alone?: string[];
};

const TOGETHER: Partial<Record<RecordType | Part, Record<string, Together>>> = {
  tournament: { days: { of: ['startDate', 'endDate'], alone: ['startDate', 'endDate'] } },
  battle: { place: { of: ['tournament', 'stage', 'round'], alone: ['round'] } },
  side: {
    player: { of: ['entry', 'playerId', 'name'] },
    result: {
      ...{ of: ['outcome', 'battlePoints', 'victoryPoints'], by: 'outcome' },
      alone: ['battlePoints', 'victoryPoints'],
    },
  },
};

/** Names that come and go with another field, which tells it. */
const TOLD_ELSEWHERE = new Set(
  ['player', 'participant'].flatMap((noun) => [`${noun} added name`, `${noun} emptied name`]),
);

/** SQL of the marks of a row, such as "changed city"; NULL where nothing has changed. */
function marksOf(noun: RecordType | Part, fields: Field[]): string[] {
  const together = Object.entries(TOGETHER[noun] ?? {});
  const single = fields.filter(({ name }) => !together.some(([, { of }]) => of.includes(name)));
  const named = (name: string) => fields.find((field) => field.name === name) as Field;
  const list = fields.find(({ name }) => name === 'list');
  return [
    ...together.flatMap(([name, { of, by, alone = [] }]) => [
      mark(name, of, by === undefined ? null : named(by)),
      ...alone.map((one) => emptied(one, has('w', named(one)), has('n', named(one)))),
    ]),
    ...single.map((field) => mark(field.name, [field.name], field)),
    ...(list
      ? LIST_TEXTS.map((key) => emptied(`list.${key}`, hasKey('w', key), `n."list" IS NULL OR ${hasKey('n', key)}`))
      : []),
  ];
}

function mark(name: string, of: string[], by: Field | null): string {
  const kind = by
    ? `CASE WHEN ${has('w', by)} = ${has('n', by)} THEN 'changed' WHEN ${has('n', by)} THEN 'added' ELSE 'emptied' END`
    : `'changed'`;
  return `CASE WHEN ${differs(of)} THEN ${kind} || ' ${name}' END`;
}

const emptied = (name: string, had: string, still: string) =>
  `CASE WHEN ${had} AND NOT (${still}) THEN 'emptied ${name}' END`;

const differs = (names: string[]) => {
  const row = (alias: string) => `ROW(${names.map((name) => `${alias}."${name}"`).join(', ')})`;
  return names.length === 0 ? 'false' : `${row('n')} IS DISTINCT FROM ${row('w')}`;
};

/** Whether a field has a value; "", false and an empty list are none. */
function has(alias: string, { name, type, absent }: Field): string {
  const value = `${alias}."${name}"`;
  if (type === 'boolean') return `(${value} IS TRUE)`;
  if (type === 'text') return `(coalesce(${value}, '') <> '')`;
  if (type.endsWith('[]')) return `(coalesce(cardinality(${value}), 0) > 0)`;
  return type === 'jsonb' && absent ? `(${value} <> '[]')` : `(${value} IS NOT NULL)`;
}

/** What an army list has beside its points, of which 0 may be the value. */
const LIST_TEXTS = ['faction', 'subFaction', 'battleTacticCards', 'text'];
const hasKey = (alias: string, key: string) => `coalesce(${alias}."list" ->> '${key}' NOT IN ('', '[]'), false)`;

const array = (marks: string[]) => `array_remove(ARRAY[${marks.join(', ')}]::text[], NULL)`;

function recordMarks(type: RecordType, { fields, now, was }: Compared): string {
  const named = fields.some(({ name }) => name === 'name') ? 'w."name"' : 'NULL';
  return `SELECT n."line", n."key", NULL AS "part", NULL AS "item", ${named} AS "was", m."mark"
    FROM (${now}) AS n LEFT JOIN (${was}) AS w ON w."key" = n."key"
    CROSS JOIN LATERAL unnest(CASE WHEN w."key" IS NULL THEN ARRAY['new'] ELSE ${array(marksOf(type, fields))} END) AS m("mark")
    WHERE w."key" IS NULL OR ${differs(fields.map(({ name }) => name))}`;
}

function partMarks(part: Part, { item, fields, now, was }: Compared): string {
  const same = ['key', ...item].map((name) => `w."${name}" = n."${name}"`).join(' AND ');
  const items = item.map((name) => `coalesce(n."${name}", w."${name}")`).join(`, ' ', `);
  const named = fields.some(({ name }) => name === 'name') ? 'w."name"' : 'NULL';
  return `SELECT coalesce(n."line", w."line"), coalesce(n."key", w."key"), '${part}', concat(${items}), ${named}, m."mark"
    FROM (${now}) AS n FULL JOIN (${was}) AS w ON ${same}
    CROSS JOIN LATERAL unnest(CASE WHEN w."key" IS NULL THEN ARRAY['added'] WHEN n."key" IS NULL THEN ARRAY['removed']
      ELSE ${array(marksOf(part, fields))} END) AS m("mark")
    WHERE w."key" IS NULL OR n."key" IS NULL OR ${differs(fields.map(({ name }) => name))}`;
}

/** Sides are counted by their battles. */
function sideMarks(): string {
  const { fields, now, was } = comparedSides();
  return `SELECT DISTINCT n."line", n."key", 'side', NULL, NULL, m."mark"
    FROM (${now}) AS n JOIN (${was}) AS w ON w."key" = n."key" AND w."position" = n."position"
    CROSS JOIN LATERAL unnest(${array(marksOf('side', fields))}) AS m("mark")
    WHERE ${differs(fields.map(({ name }) => name))}`;
}

/** Those that deleteBattlesNotRead will delete. */
const deletedBattles = `SELECT t."line", b."id", NULL, NULL, NULL, 'deleted'
  FROM "battle" b JOIN "staged_tournament" t ON t."slug" = b."tournament_slug"
  WHERE NOT EXISTS (SELECT FROM "staged_battle" s WHERE s."id" = b."id")`;
