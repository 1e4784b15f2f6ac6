// Merges the staging tables into the real ones, in the order that the foreign keys need. Unchanged rows are not
// updated, so importing a bundle a second time writes nothing.

import type { RecordType } from '@battle-results/bundle-format/record';
import type { Sql } from '../db/sql.js';
import { fieldsOf, type Part, storedValue } from './fields.js';
import { stagedValue } from './staging.js';

/** Battles are merged in runs of this many lines, because the triggers process one run at a time. */
const RUN_LINES = 10_000;

export async function mergeStaged(sql: Sql, onBattles: (done: number, total: number) => void): Promise<void> {
  for (const statement of beforeBattles) await sql.query(statement);
  const [range] = await sql.query<{ first: number; last: number }>(
    `SELECT coalesce(min("line"), 0)::int AS "first", coalesce(max("line"), -1)::int AS "last" FROM "staged_battle"`,
  );
  const { first, last } = range as { first: number; last: number };
  if (last >= first) {
    await sql.script(`
      CREATE INDEX "staged_battle_line" ON "staged_battle" ("line");
      CREATE INDEX "staged_side_line" ON "staged_side" ("line");
      ANALYZE "participant" ("tournament_slug", "entry")`);
  }
  onBattles(0, last + 1 - first);
  for (let from = first; from <= last; from += RUN_LINES) {
    const run = [from, from + RUN_LINES - 1];
    await sql.query(sidesToReplace, run);
    await sql.query(battles, run);
    await sql.query(sides, run);
    onBattles(Math.min(from + RUN_LINES, last + 1) - first, last + 1 - first);
  }
  await sql.query(matches);
}

/**
 * Updates the planner's statistics within the import. The embedded database never does it by itself, and PostgreSQL
 * does it a minute later; until then the boards of a hundred tournaments can take minutes.
 */
export async function analyzeMerged(sql: Sql): Promise<void> {
  // Runs the deferred triggers now: they fill the tables of search and statistics, which would otherwise be
  // written at commit, after ANALYZE.
  await sql.script(['SET CONSTRAINTS ALL IMMEDIATE', ...MERGED.map((table) => `ANALYZE "${table}"`)].join(';\n'));
}

const MERGED = [
  ...['club', 'player', 'tournament', 'tournament_organizer', 'stage', 'team', 'participant', 'bracket_match'],
  ...['battle', 'battle_side', 'club_battle', 'search_word', 'counted_battle', 'tournament_statistics'],
];

/** Deletes parts that staged tournaments no longer list. Must only run after findNeededLeftovers has found nothing. */
export async function deleteLeftovers(sql: Sql): Promise<void> {
  for (const statement of leftovers) await sql.query(statement);
}

type Values = Record<string, string>;
type Upsert = { into: string; key: string[]; values: Values; stored?: Values; from: string };

/**
 * `values` maps each column, including the key, to the SQL of its value; `stored` those of which the value that the
 * database has is not just the column.
 */
function upsert({ into, key, values, stored = {}, from }: Upsert): string {
  const columns = Object.keys(values);
  const rest = columns.filter((column) => !key.includes(column));
  const list = (names: string[], prefix = '') => names.map((name) => `${prefix}"${name}"`).join(', ');
  const change =
    rest.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${rest.map((name) => `"${name}" = excluded."${name}"`).join(', ')}
        WHERE (${rest.map((name) => stored[name] ?? `"${into}"."${name}"`).join(', ')}) IS DISTINCT FROM (${list(rest, 'excluded.')})`;
  return `INSERT INTO "${into}" (${list(columns)}) SELECT ${Object.values(values).join(', ')} FROM ${from}
    ON CONFLICT (${list(key)}) DO ${change}`;
}

/** The list as the triggers would leave it, so that a line that repeats a removed player's text changes nothing. */
function listOf(removed: string): string {
  return `CASE WHEN ${removed} THEN list_without_text(s."list") ELSE s."list" END`;
}

/** A value that is written replaces one that is withheld; triggers withhold it anew, if lists are not shown. */
const ANEW = { withheld: 'NULL::jsonb' };

/** Fields that may be withheld, as they are stored, by column. */
function recorded(part: Part, table: string): Values {
  const fields = fieldsOf(part).filter(({ withheld }) => withheld);
  return { ...ANEW, ...Object.fromEntries(fields.map((field) => [field.column, storedValue(`"${table}"`, field)])) };
}

/** SQL of the staged values (alias `s`), by target column. */
function staged(noun: RecordType | Part, without: string[] = []): Values {
  const fields = fieldsOf(noun).filter(({ name }) => !without.includes(name));
  return Object.fromEntries(fields.map((field) => [field.column, stagedValue(field)]));
}

const beforeBattles = [
  upsert({ into: 'club', key: ['slug'], values: staged('club'), from: '"staged_club" s' }),
  upsert({
    into: 'player',
    key: ['id'],
    values: { ...staged('player'), name: 'CASE WHEN s."removed" THEN NULL ELSE s."name" END' },
    from: '"staged_player" s',
  }),
  upsert({ into: 'battle_pack', key: ['name'], values: staged('battlePack'), from: '"staged_battlePack" s' }),
  upsert({
    into: 'faction',
    key: ['slug'],
    values: { ...staged('faction'), loaded: 'true' },
    from: '"staged_faction" s ORDER BY s."slug"',
  }),
  upsert({ into: 'tournament', key: ['slug'], values: staged('tournament'), from: '"staged_tournament" s' }),
  upsert({
    into: 'stage',
    key: ['tournament_slug', 'id'],
    values: { tournament_slug: 's."owner"', ...staged('stage'), position: 's."ordinal"' },
    from: '"staged_stage" s',
  }),
  upsert({
    into: 'team',
    key: ['tournament_slug', 'name'],
    values: { tournament_slug: 's."owner"', ...staged('team') },
    from: '"staged_team" s',
  }),
  // A player may move from one entry to another: the old entries are cleared first, so that the unique constraint
  // holds.
  `UPDATE "participant" p SET "player_id" = NULL, "name" = coalesce(p."name", '-')
    FROM "staged_tournament" t LEFT JOIN "staged_participant" s ON s."owner" = t."slug"
    WHERE p."tournament_slug" = t."slug" AND p."entry" = s."entry"
      AND p."player_id" IS NOT NULL AND p."player_id" IS DISTINCT FROM s."playerId"`,
  `UPDATE "participant" p SET "player_id" = NULL, "name" = coalesce(p."name", '-')
    FROM "staged_tournament" t WHERE p."tournament_slug" = t."slug" AND p."player_id" IS NOT NULL
      AND NOT EXISTS (SELECT FROM "staged_participant" s WHERE s."owner" = t."slug" AND s."entry" = p."entry")`,
  upsert({
    into: 'participant',
    key: ['tournament_slug', 'entry'],
    values: {
      tournament_slug: 's."owner"',
      ...staged('participant'),
      name: 'CASE WHEN s."playerId" IS NULL THEN s."name" ELSE p."name" END',
      list: listOf('p."removed"'),
      ...ANEW,
    },
    stored: recorded('participant', 'participant'),
    from: '"staged_participant" s LEFT JOIN "player" p ON p."id" = s."playerId"',
  }),
  upsert({
    into: 'tournament_organizer',
    key: ['tournament_slug', 'player_id'],
    values: { tournament_slug: 's."owner"', player_id: 's."playerId"', name: 'p."name"' },
    from: '"staged_organizer" s JOIN "player" p ON p."id" = s."playerId"',
  }),
];

/** Deletes the sides of battles that move to another tournament, because their participants belong to the old one. */
const sidesToReplace = `
  DELETE FROM "battle_side" s USING "battle" b, "staged_battle" n
  WHERE n."line" BETWEEN $1 AND $2 AND b."id" = n."id" AND s."battle_id" = b."id"
    AND b."tournament_slug" IS DISTINCT FROM n."tournament"`;

const battles = upsert({
  into: 'battle',
  key: ['id'],
  values: staged('battle'),
  from: '"staged_battle" s WHERE s."line" BETWEEN $1 AND $2',
});

const sides = upsert({
  into: 'battle_side',
  key: ['battle_id', 'position'],
  values: {
    battle_id: 's."owner"',
    position: 's."ordinal"',
    ...staged('side', ['entry']),
    participant_id: 't."id"',
    player_id: 'coalesce(t."player_id", s."playerId")',
    name: 'CASE WHEN t."id" IS NOT NULL THEN t."name" WHEN p."id" IS NOT NULL THEN p."name" ELSE s."name" END',
    list: listOf(`coalesce(t."player_id", p."id") IS NOT NULL AND coalesce(t."name", p."name") IS NULL`),
    newest: 'b."newest"',
    ...ANEW,
  },
  stored: recorded('side', 'battle_side'),
  from: `"staged_side" s JOIN "battle" b ON b."id" = s."owner"
    LEFT JOIN "participant" t ON t."tournament_slug" = b."tournament_slug" AND t."entry" = s."entry"
    LEFT JOIN "player" p ON p."id" = s."playerId"
    WHERE s."line" BETWEEN $1 AND $2`,
});

const entry = (alias: string, number: string) =>
  `LEFT JOIN "participant" ${alias} ON ${alias}."tournament_slug" = s."owner" AND ${alias}."entry" = ${number}`;

const matches = upsert({
  into: 'bracket_match',
  key: ['tournament_slug', 'stage_id', 'round_number', 'table'],
  values: {
    tournament_slug: 's."owner"',
    ...staged('match', ['players', 'winner']),
    first_id: 'a."id"',
    second_id: 'b."id"',
    winner_id: 'w."id"',
  },
  from: `"staged_match" s ${entry('a', 's."players"[1]')} ${entry('b', 's."players"[2]')} ${entry('w', 's."winner"')}`,
});

const leftovers = [
  `DELETE FROM "bracket_match" m USING "staged_tournament" t WHERE m."tournament_slug" = t."slug" AND NOT EXISTS (
    SELECT FROM "staged_match" s WHERE s."owner" = t."slug" AND s."stage" = m."stage_id"
      AND s."roundNumber" = m."round_number" AND s."table" = m."table")`,
  `DELETE FROM "tournament_organizer" o USING "staged_tournament" t WHERE o."tournament_slug" = t."slug"
    AND NOT EXISTS (SELECT FROM "staged_organizer" s WHERE s."owner" = t."slug" AND s."playerId" = o."player_id")`,
  `DELETE FROM "participant" p USING "staged_tournament" t WHERE p."tournament_slug" = t."slug"
    AND NOT EXISTS (SELECT FROM "staged_participant" s WHERE s."owner" = t."slug" AND s."entry" = p."entry")`,
  `DELETE FROM "team" e USING "staged_tournament" t WHERE e."tournament_slug" = t."slug"
    AND NOT EXISTS (SELECT FROM "staged_team" s WHERE s."owner" = t."slug" AND s."name" = e."name")`,
  `DELETE FROM "stage" g USING "staged_tournament" t WHERE g."tournament_slug" = t."slug"
    AND NOT EXISTS (SELECT FROM "staged_stage" s WHERE s."owner" = t."slug" AND s."id" = g."id")`,
];
