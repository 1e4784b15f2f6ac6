// Checks references to other lines or to the database, on the staging tables.

import { PROBLEMS_MAX } from '@battle-results/bundle-format/problem';
import type { RecordType } from '@battle-results/bundle-format/record';
import type { Sql } from '../db/sql.js';
import { KEYS, snakeCase } from './fields.js';
import type { LineProblem } from './problem.js';

/** Returns at most PROBLEMS_MAX, ordered by line. */
export async function findBadReferences(sql: Sql, { restore }: { restore: boolean }): Promise<LineProblem[]> {
  const problems: LineProblem[] = [];
  for (const check of restore ? checks : [...checks, livingAgain()]) {
    problems.push(...(await sql.query<LineProblem>(`${check} ORDER BY "line", "path" LIMIT ${PROBLEMS_MAX}`)));
  }
  return problems.sort((one, two) => one.line - two.line).slice(0, PROBLEMS_MAX);
}

/** Probable mistakes that can be intended: reported, and imported. At most PROBLEMS_MAX, ordered by line. */
export async function findDoubtful(sql: Sql): Promise<LineProblem[]> {
  return sql.query<LineProblem>(
    `${[beyondTheStage(), winnerWhoLost()].join(' UNION ALL ')} ORDER BY "line", "path" LIMIT ${PROBLEMS_MAX}`,
  );
}

/** Runs after the merge: finds parts that the bundle omits from a tournament although battles still refer to them. */
export async function findNeededLeftovers(sql: Sql): Promise<LineProblem[]> {
  return sql.query<LineProblem>(`
    SELECT t."line", 'participants' AS "path", format('leave out entry %s, which has battles', p."entry") AS "message"
    FROM "staged_tournament" t JOIN "participant" p ON p."tournament_slug" = t."slug"
    WHERE NOT EXISTS (SELECT FROM "staged_participant" s WHERE s."owner" = t."slug" AND s."entry" = p."entry")
      AND EXISTS (SELECT FROM "battle_side" b WHERE b."participant_id" = p."id")
    UNION ALL
    SELECT t."line", 'stages', format('leave out %s, which has battles', g."id")
    FROM "staged_tournament" t JOIN "stage" g ON g."tournament_slug" = t."slug"
    WHERE NOT EXISTS (SELECT FROM "staged_stage" s WHERE s."owner" = t."slug" AND s."id" = g."id")
      AND EXISTS (SELECT FROM "battle" b WHERE b."tournament_slug" = t."slug" AND b."stage_id" = g."id")
    ORDER BY "line", "path", "message" LIMIT ${PROBLEMS_MAX}`);
}

const inArray = (array: string, key: string) => `format('${array}[%s]${key}', s."ordinal" - 1)`;

/** Stages of a tournament in the bundle come from the bundle alone, those of any other from the database. */
const knownStages = `(
  SELECT "owner", "id", "rounds" FROM "staged_stage"
  UNION ALL
  SELECT g."tournament_slug", g."id", g."rounds" FROM "stage" g
  WHERE NOT EXISTS (SELECT FROM "staged_tournament" t WHERE t."slug" = g."tournament_slug")
)`;

const checks = [
  ...Object.entries(KEYS).map(([type, key]) => repeated(`staged_${type}`, key)),
  missing('staged_tournament', 'club', `'club'`, 'club'),
  missing('staged_tournament', 'battlePack', `'battlePack'`, 'battlePack'),
  missing('staged_organizer', 'playerId', inArray('organizers', ''), 'player'),
  missing('staged_participant', 'playerId', inArray('participants', '.playerId'), 'player'),
  missing('staged_participant', 'club', inArray('participants', '.club'), 'club'),
  missing('staged_team', 'club', inArray('teams', '.club'), 'club'),
  missing('staged_match', 'battle', inArray('bracketMatches', '.battle'), 'battle'),
  matchOfAnotherStage(),
  missing('staged_battle', 'tournament', `'tournament'`, 'tournament'),
  missing('staged_battle', 'battlePack', `'battlePack'`, 'battlePack'),
  missing('staged_battle', 'club', `'club'`, 'club'),
  missing('staged_side', 'playerId', inArray('sides', '.playerId'), 'player'),
  missingStage(),
  missingEntry(),
  battleOfAnotherMatch(),
  namedTwice(),
];

function repeated(table: string, column: string): string {
  return `SELECT "line", '${column}' AS "path", format('%s is already on line %s', "key", "first") AS "message" FROM (
    SELECT "line", "${column}" AS "key", min("line") OVER (PARTITION BY "${column}") AS "first" FROM "${table}"
  ) AS "numbered" WHERE "line" <> "first"`;
}

function missing(table: string, column: string, path: string, type: RecordType): string {
  const absent = (name: string) => `NOT EXISTS (SELECT FROM "${name}" k WHERE k."${KEYS[type]}" = s."${column}")`;
  return `SELECT s."line", ${path} AS "path",
      format('%s is neither in the bundle nor in the database', s."${column}") AS "message"
    FROM "${table}" s WHERE s."${column}" IS NOT NULL AND ${absent(`staged_${type}`)} AND ${absent(snakeCase(type))}`;
}

/** An old line must not undo a removal by accident. */
function livingAgain(): string {
  return `SELECT s."line", 'removed' AS "path", format('must be true: %s was removed; leave the line out, '
      'or add --restore to bring removed players back', s."id") AS "message"
    FROM "staged_player" s JOIN "player" p ON p."id" = s."id" WHERE p."removed" AND s."removed" IS NOT TRUE`;
}

function missingStage(): string {
  return ofKnownTournaments(`SELECT b."line", 'stage' AS "path", b."tournament",
      format('%s is not a stage of %s', b."stage", b."tournament") AS "message"
    FROM "staged_battle" b LEFT JOIN ${knownStages} AS k ON k."owner" = b."tournament" AND k."id" = b."stage"
    WHERE b."tournament" IS NOT NULL AND k."id" IS NULL`);
}

/** Some organisers number rounds across all stages. */
function beyondTheStage(): string {
  return `SELECT b."line", 'round' AS "path", format('is %s, and %s of %s has %s; rounds count from 1 in each stage',
      b."round", b."stage", b."tournament", k."rounds") AS "message"
    FROM "staged_battle" b JOIN ${knownStages} AS k ON k."owner" = b."tournament" AND k."id" = b."stage"
    WHERE b."round" > k."rounds"`;
}

/** Can be intended when the winner of the battle was removed from the tournament. */
function winnerWhoLost(): string {
  return `SELECT s."line", ${inArray('bracketMatches', '.winner')} AS "path",
      format('is %s, who lost %s; is it the other one who went through?', s."winner", s."battle") AS "message"
    FROM "staged_match" s JOIN (
      SELECT "owner" AS "battle", "entry" FROM "staged_side" WHERE "outcome" = 'loss'
      UNION ALL
      SELECT b."battle_id", p."entry" FROM "battle_side" b JOIN "participant" p ON p."id" = b."participant_id"
      WHERE b."outcome" = 'loss' AND b."battle_id" IN (SELECT "battle" FROM "staged_match")
        AND NOT EXISTS (SELECT FROM "staged_battle" n WHERE n."id" = b."battle_id")
    ) AS l ON l."battle" = s."battle" AND l."entry" = s."winner"
    UNION ALL
    SELECT s."line", ${inArray('sides', '.outcome')},
      format('is loss, and entry %s went through in %s of %s', s."entry", m."stage_id", m."tournament_slug")
    FROM "staged_side" s JOIN "bracket_match" m ON m."battle_id" = s."owner"
    JOIN "participant" w ON w."id" = m."winner_id" AND w."entry" = s."entry"
    WHERE s."outcome" = 'loss' AND NOT EXISTS (SELECT FROM "staged_tournament" t WHERE t."slug" = m."tournament_slug")`;
}

function missingEntry(): string {
  return ofKnownTournaments(`SELECT s."line", ${inArray('sides', '.entry')} AS "path", b."tournament",
      format('%s is not an entry of %s', s."entry", b."tournament") AS "message"
    FROM "staged_side" s JOIN "staged_battle" b ON b."line" = s."line" LEFT JOIN (
      SELECT "owner", "entry" FROM "staged_participant"
      UNION ALL
      SELECT p."tournament_slug", p."entry" FROM "participant" p
      WHERE NOT EXISTS (SELECT FROM "staged_tournament" t WHERE t."slug" = p."tournament_slug")
    ) AS k ON k."owner" = b."tournament" AND k."entry" = s."entry"
    WHERE b."tournament" IS NOT NULL AND k."entry" IS NULL`);
}

/**
 * Reports a missing tournament once, and not again for the stage and the entries of its battles. MATERIALIZED keeps
 * this filter out of the search, which reads every side and needs its own plan.
 */
function ofKnownTournaments(problems: string): string {
  return `WITH "found" AS MATERIALIZED (${problems}) SELECT "line", "path", "message" FROM "found"
    WHERE "tournament" IN (SELECT "slug" FROM "staged_tournament" UNION ALL SELECT "slug" FROM "tournament")`;
}

function matchOfAnotherStage(): string {
  return `SELECT s."line", ${inArray('bracketMatches', '.battle')} AS "path",
      format('%s is not a battle of %s in %s', s."battle", s."stage", s."owner") AS "message"
    FROM "staged_match" s JOIN (
      SELECT "id", "tournament", "stage" FROM "staged_battle"
      UNION ALL
      SELECT b."id", b."tournament_slug", b."stage_id" FROM "battle" b
      WHERE NOT EXISTS (SELECT FROM "staged_battle" n WHERE n."id" = b."id")
    ) AS k ON k."id" = s."battle"
    WHERE k."tournament" IS DISTINCT FROM s."owner" OR k."stage" IS DISTINCT FROM s."stage"`;
}

/** A spelling must belong to only one faction. */
function namedTwice(): string {
  const names = (table: string) => `"${table}" f
    CROSS JOIN LATERAL (VALUES ('name', ARRAY[f."name"]), ('aliases', f."aliases")) AS p("path", "names")
    CROSS JOIN LATERAL unnest(p."names") AS n("called")`;
  return `SELECT DISTINCT ON (s."line", s."path") s."line", s."path",
      format('%s is a name of %s too', s."called", k."slug") AS "message"
    FROM (SELECT f."line", f."slug", p."path", n."called" FROM ${names('staged_faction')}) AS s
    JOIN (
      SELECT f."slug", n."called" FROM ${names('staged_faction')}
      UNION ALL
      SELECT f."slug", n."called" FROM ${names('faction')}
      WHERE f."loaded" AND NOT EXISTS (SELECT FROM "staged_faction" g WHERE g."slug" = f."slug")
    ) AS k ON k."slug" <> s."slug" AND faction_spelling(k."called") = faction_spelling(s."called")`;
}

/** A bracket match that the bundle does not include keeps its battle, so the battle must stay in its stage. */
function battleOfAnotherMatch(): string {
  return `SELECT s."line", 'stage' AS "path",
      format('must stay %s of %s, where a bracket match has this battle', m."stage_id", m."tournament_slug") AS "message"
    FROM "staged_battle" s JOIN "bracket_match" m ON m."battle_id" = s."id"
    WHERE NOT EXISTS (SELECT FROM "staged_tournament" t WHERE t."slug" = m."tournament_slug")
      AND (s."tournament", s."stage") IS DISTINCT FROM (m."tournament_slug", m."stage_id")`;
}
