// Tells what an import does, or in a dry run would do: compares the records that it names as they were and as they are.
import { isDeepStrictEqual } from 'node:util';
import type { BundleRecord, RecordType } from '@battle-results/bundle-format/record';
import { inPortions, type Sql } from '../db/sql.js';
import { getOrMake } from '../helpers/get-or-make.js';
import { type Change, type Difference, differencesBetween, type Fields, fieldOrder, type Kind } from './difference.js';
import { STORED } from './export.js';
import { KEYS, type Part, partsOf } from './fields.js';

export type ImportChange = {
  noun: RecordType;
  /** Of its parts, such as participants, instead of the records themselves. */
  part: Part | null;
  change: Change | 'unchanged';
  field: string | null;
  count: number;
  /** The first of them. */
  examples: Example[];
};
export type Example = { key: string; name: string; was?: string };

/** How many are named of each kind. */
const EXAMPLES = 3;

/** Keeps the staged records as the database has them before anything is written. */
export async function rememberStored(sql: Sql): Promise<void> {
  for (const [type, { record, from, key }] of Object.entries(STORED) as [RecordType, (typeof STORED)[RecordType]][]) {
    await sql.script(`CREATE TEMPORARY TABLE "stored_${type}" ON COMMIT DROP AS
      SELECT ${key} AS "key", ${record} AS "record" FROM ${from} WHERE ${key} IN (SELECT "${KEYS[type]}" FROM "staged_${type}")`);
    await sql.script(`ANALYZE "stored_${type}" ("key")`);
  }
}

type Found = Kind & { count: number; first: { key: string; part: Fields | null; was: string | null }[] };

/** Once everything is written: what differs from the records that were remembered; `count` were read. */
export async function findChanges(sql: Sql, noun: RecordType, count: number): Promise<ImportChange[]> {
  const { record, from, key } = STORED[noun];
  const all = new Map<string, Found>();
  const add = (of: string, each: Difference) => {
    const { part, change, field } = each;
    const found = getOrMake(all, `${part} ${change} ${field}`, () => ({ part, change, field, count: 0, first: [] }));
    found.count += 1;
    const item = part === null || part === 'side' ? null : each.of;
    if (found.first.length < EXAMPLES) found.first.push({ key: of, part: item, was: each.was.name as string | null });
  };
  const staged = `"staged_${noun}" s LEFT JOIN "stored_${noun}" w ON w."key" = s."${KEYS[noun]}"`;
  const [added] = await sql.query<{ count: number; first: string[] }>(`SELECT count(*)::int AS "count",
    (coalesce(array_agg(s."${KEYS[noun]}" ORDER BY s."line"), '{}'))[1:${EXAMPLES}] AS "first"
    FROM ${staged} WHERE w."key" IS NULL`);
  const isNew = wholes('new', added?.count ?? 0, added?.first ?? []);
  let changed = 0;
  const differing = inPortions<{ key: string; was: string; now: string; removed: number[] }>(
    sql,
    `SELECT ${key} AS "key", w."record" AS "was", ${record} AS "now", ${REMOVED[noun] ?? 'NULL'} AS "removed"
     FROM ${staged} JOIN ${from} ON ${key} = w."key" WHERE w."record" <> ${record} ORDER BY s."line"`,
  );
  for await (const rows of differing) {
    for (const { key, was, now, removed } of rows) {
      const [before, after] = [withoutTexts(JSON.parse(was), removed), JSON.parse(now)];
      if (isDeepStrictEqual(before, after)) continue;
      changed += 1;
      for (const each of differencesBetween(before, after)) add(key, each);
    }
  }
  const unchanged = count - changed - (added?.count ?? 0);
  const found = [...all.values()].sort((one, two) => placeOf(noun, one) - placeOf(noun, two));
  return [
    ...(await withExamples(sql, noun, [...isNew, ...wholes('changed', changed, []), ...found])),
    ...(unchanged > 0 ? [{ noun, ...WHOLE, change: 'unchanged' as const, count: unchanged, examples: [] }] : []),
  ];
}

/** SQL of the entries, and of the positions of sides, that are of removed players once all is written. */
const REMOVED: Partial<Record<RecordType, string>> = {
  tournament: `ARRAY(SELECT p."entry" FROM "participant" p
    WHERE p."tournament_slug" = t."slug" AND p."player_id" IS NOT NULL AND p."name" IS NULL)`,
  battle: `ARRAY(SELECT s."position" FROM "battle_side" s
    WHERE s."battle_id" = b."id" AND s."player_id" IS NOT NULL AND s."name" IS NULL)`,
};

/** A removal takes the texts of lists along, which is no change of each of them. */
function withoutTexts(record: BundleRecord, removed: number[]): BundleRecord {
  const parts = record.type === 'tournament' ? record.participants : record.type === 'battle' ? record.sides : [];
  for (const [at, part] of (parts ?? []).entries()) {
    const isRemoved = removed.includes(record.type === 'battle' ? at + 1 : (part.entry as number));
    if (part.list && isRemoved) part.list.text = '';
  }
  return record;
}

const WHOLE = { part: null, field: null };

const wholes = (change: Change, count: number, first: string[]): Found[] =>
  count === 0 ? [] : [{ ...WHOLE, change, count, first: first.map((key) => ({ key, part: null, was: null })) }];

/** Battles that are about to be deleted: those that `where` selects, with alias b. */
export async function findDeleted(sql: Sql, where: string): Promise<ImportChange[]> {
  const rows = await sql.query<{ key: string }>(`SELECT b."id" AS "key" FROM "battle" b WHERE ${where} ORDER BY "key"`);
  const first = rows.slice(0, EXAMPLES).map(({ key }) => key);
  return withExamples(sql, 'battle', wholes('deleted', rows.length, first));
}

const CHANGES: Change[] = ['changed', 'added', 'removed', 'emptied'];

/** The fields of the record, then its parts, in their order. */
function placeOf(noun: RecordType, { part, change, field }: Kind): number {
  const at = field === null ? -1 : fieldOrder(part ?? noun).indexOf(field.split('.')[0] as string);
  const parts = partsOf(noun).map((each) => each.part);
  return (parts.indexOf(part as Part) + 1) * 1e6 + (at + 1) * 100 + CHANGES.indexOf(change);
}

async function withExamples(sql: Sql, noun: RecordType, all: Found[]): Promise<ImportChange[]> {
  const named = all.flatMap(({ first }) => first);
  const names = await namesOf(
    sql,
    noun,
    named.map(({ key }) => key),
  );
  const players = await namesOf(
    sql,
    'player',
    named.flatMap(({ part }) => (part?.playerId as string | null) ?? []),
  );
  const nameOf = ({ playerId, name, round, table }: Fields) =>
    name ?? (playerId ? (players.get(playerId as string) ?? playerId) : `${round}, table ${table}`);
  return all.map(({ part, change, field, count, first }) => ({
    ...{ noun, part, change, field, count },
    examples: first.map((one) => {
      const whole = names.get(one.key) ?? one.key;
      const isRenamed = change === 'changed' && field === 'name' && one.was !== null;
      return {
        key: one.key,
        name: one.part === null ? whole : `${nameOf(one.part)} (${whole})`,
        ...(isRenamed && { was: one.was as string }),
      };
    }),
  }));
}

async function namesOf(sql: Sql, noun: RecordType, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<{ key: string; name: string }>(
    `SELECT ${STORED[noun].key} AS "key", ${NAMES[noun]} AS "name" FROM ${STORED[noun].from}
     WHERE ${STORED[noun].key} = ANY ($1::text[])`,
    [keys],
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** A removed player has no name. */
const NAMES: Record<RecordType, string> = {
  club: 'c."name"',
  player: 'coalesce(p."name", p."id")',
  battlePack: 'b."name"',
  faction: 'f."name"',
  tournament: 't."name"',
  battle: `(SELECT concat_ws(', ',
      (SELECT string_agg(coalesce(s."name", 'removed player'), ' – ' ORDER BY s."position") FROM "battle_side" s
        WHERE s."battle_id" = b."id"),
      'round ' || b."round", (SELECT t."name" FROM "tournament" t WHERE t."slug" = b."tournament_slug"),
      CASE WHEN b."tournament_slug" IS NULL THEN day_text(b."date") END))`,
};
