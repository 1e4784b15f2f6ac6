// What an import does, or in a dry run would do: changes of each kind, with the names of some of them.

import type { RecordType } from '@battle-results/bundle-format/record';
import type { Sql } from '../db/sql.js';
import { type Change, compareStaged, type Found, type Item } from './comparison.js';
import type { Part } from './fields.js';

export type ImportChange = {
  noun: RecordType;
  /** Of its parts, such as participants, instead of the records themselves. */
  part: Part | null;
  change: Change | 'unchanged';
  field: string | null;
  count: number;
  /** Some of them. */
  examples: Example[];
};
export type Example = { key: string; name: string; was?: string };

/** Of each type the number of records that were staged, and the keys of the first of them. */
export type Staged = Record<RecordType, { count: number; first: string[] }>;

export function nothingStaged(): Staged {
  const none = () => ({ count: 0, first: [] });
  return { club: none(), player: none(), battlePack: none(), faction: none(), tournament: none(), battle: none() };
}

type FoundOf = { noun: RecordType; found: Found[]; unchanged: number };
/** `isNew`: the database holds nothing, so there is nothing to compare with. */
type Circumstances = { isNew: boolean; converted: boolean };

/** Before anything is written; only the names come later. */
export async function findChanges(sql: Sql, staged: Staged, { isNew, converted }: Circumstances): Promise<FoundOf[]> {
  const all: FoundOf[] = [];
  for (const [type, { count, first }] of Object.entries(staged)) {
    const noun = type as RecordType;
    const deletes = !isNew && converted && noun === 'battle' && staged.tournament.count > 0;
    if (count === 0 && !deletes) continue;
    if (isNew) {
      const items = first.map((key) => ({ key, item: null, was: null }));
      all.push({ noun, found: [{ part: null, change: 'new', field: null, count, first: items }], unchanged: 0 });
    } else {
      const found = await compareStaged(sql, noun, { deletes });
      const touched = found.filter(({ part, field, change }) => !part && !field && change !== 'deleted');
      all.push({ noun, found, unchanged: touched.reduce((rest, each) => rest - each.count, count) });
    }
  }
  return all;
}

/** To be called between the merge and what it deletes, when all that is named has a row. */
export async function withNames(sql: Sql, { noun, found, unchanged }: FoundOf): Promise<ImportChange[]> {
  const all = found.flatMap(({ first }) => first);
  const names = await namesOf(sql, noun, unique(all.map(({ key }) => key)));
  const partNames = new Map<string, string>();
  for (const part of ['organizer', 'stage', 'participant', 'match'] as const) {
    const of = found.filter((each) => each.part === part).flatMap(({ first }) => first);
    for (const [key, name] of await namesOf(sql, part, unique(of.map(pathOf)))) partNames.set(key, name);
  }
  const exampleOf = (part: Part | null, one: Item, isRenamed: boolean): Example => {
    const whole = names.get(one.key) ?? one.key;
    const name = one.item === null ? whole : (partNames.get(pathOf(one)) ?? one.item);
    return {
      key: one.key,
      name: part === null || part === 'side' ? name : `${name} (${whole})`,
      ...(isRenamed && one.was !== null && { was: one.was }),
    };
  };
  const changes = found.map(({ part, change, field, count, first }) => ({
    ...{ noun, part, change, field, count },
    examples: first.map((one) => exampleOf(part, one, change === 'changed' && field === 'name')),
  }));
  const kept = { noun, part: null, change: 'unchanged' as const, field: null, count: unchanged, examples: [] };
  return unchanged > 0 ? [...changes, kept] : changes;
}

const unique = (keys: string[]) => [...new Set(keys)];
/** Keys have no spaces. */
const pathOf = ({ key, item }: Item) => `${key} ${item}`;

async function namesOf(sql: Sql, of: keyof typeof NAMES, keys: string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<{ key: string; name: string }>(NAMES[of], [keys]);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Who has no name is a removed player. */
const byKey = (table: string, key: string, name = `"name"`) =>
  `SELECT "${key}" AS "key", ${name} AS "name" FROM "${table}" WHERE "${key}" = ANY ($1::text[])`;
const paths = `(SELECT string_to_array(k, ' ') AS "of", k AS "key" FROM unnest($1::text[]) k)`;
const NAMES: Record<RecordType | Exclude<Part, 'team' | 'side'>, string> = {
  club: byKey('club', 'slug'),
  player: byKey('player', 'id', `coalesce("name", "id")`),
  battlePack: byKey('battle_pack', 'name'),
  faction: byKey('faction', 'slug'),
  tournament: byKey('tournament', 'slug'),
  battle: `SELECT b."id" AS "key", concat_ws(', ',
      (SELECT string_agg(coalesce(s."name", 'removed player'), ' – ' ORDER BY s."position") FROM "battle_side" s
        WHERE s."battle_id" = b."id"),
      'round ' || b."round", t."name", CASE WHEN t."slug" IS NULL THEN day_text(b."date") END) AS "name"
    FROM "battle" b LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug" WHERE b."id" = ANY ($1::text[])`,
  participant: `SELECT k."key", coalesce(p."name", 'removed player') AS "name" FROM ${paths} AS k
    JOIN "participant" p ON p."tournament_slug" = k."of"[1] AND p."entry" = k."of"[2]::int`,
  organizer: `SELECT k."key", coalesce(p."name", p."id") AS "name" FROM ${paths} AS k JOIN "player" p ON p."id" = k."of"[2]`,
  stage: `SELECT k."key", g."name" FROM ${paths} AS k
    JOIN "stage" g ON g."tournament_slug" = k."of"[1] AND g."id" = k."of"[2]`,
  match: `SELECT k."key", format('%s, table %s', m."round", m."table") AS "name" FROM ${paths} AS k
    JOIN "bracket_match" m ON m."tournament_slug" = k."of"[1] AND m."stage_id" = k."of"[2]
      AND m."round_number" = k."of"[3]::int AND m."table" = k."of"[4]::int`,
};
