// Compares what is derived with what it derives from: everything is derived again in one transaction, by the functions
// that triggers use and by our own code, and what differs is counted. The transaction is rolled back unless it repairs.
import { RATING_METHOD } from '../ratings/method.js';
import { PLACES_METHOD } from '../standings/method.js';
import type { Db } from './client.js';
import { DERIVED_LOCK } from './derived/lock.js';
import { bringUpToDate } from './derived/up-to-date.js';
import type { Sql } from './sql.js';

/** Rows of a table that were missing, too many, or other than they should be. */
type Finding = { table: string; rows: number };
type Diagnosis = {
  findings: Finding[];
  /** Ratings or places were noted as out of date, which is no mistake: the service brings them up to date. */
  pending: boolean;
};

/** Copies beside what they are copied from. Rows that differ are corrected, and counted. */
const COPIES: Record<string, string> = {
  tournament_organizer: `UPDATE "tournament_organizer" o SET "name" = p."name" FROM "player" p
    WHERE p."id" = o."player_id" AND o."name" IS DISTINCT FROM p."name"`,
  participant: `UPDATE "participant" t SET "name" = p."name" FROM "player" p
    WHERE p."id" = t."player_id" AND t."name" IS DISTINCT FROM p."name"`,
  battle_side: `UPDATE "battle_side" s SET "newest" = w."newest", "player_id" = w."player_id", "name" = w."name"
    FROM (
      SELECT b."id", s."position", b."newest", coalesce(t."player_id", s."player_id") AS "player_id",
        CASE WHEN t."id" IS NOT NULL THEN t."name" WHEN p."id" IS NOT NULL THEN p."name" ELSE s."name" END AS "name"
      FROM "battle_side" s JOIN "battle" b ON b."id" = s."battle_id"
      LEFT JOIN "participant" t ON t."id" = s."participant_id" LEFT JOIN "player" p ON p."id" = s."player_id"
    ) AS w
    WHERE w."id" = s."battle_id" AND w."position" = s."position"
      AND (s."newest", s."player_id", s."name") IS DISTINCT FROM (w."newest", w."player_id", w."name")`,
};

/** Tables that triggers keep. */
const KEPT = [
  ...['club_battle', 'search_word', 'tournament_facet', 'tournament_size', 'club_facet', 'player_facet'],
  ...['player_activity', 'club_faction', 'faction_spelling', 'faction_event', 'matchup', 'counted_battle'],
  ...['tournament_statistics', 'tournament_sides'],
];
/** Of these, those of which the functions do not compare every column, but insert what is missing. */
const INSERT_ONLY = ['tournament_size', 'player_activity', 'tournament_statistics'];
/** Tables that our own code computes. */
const COMPUTED = ['derived_place', 'rating', 'player_rating', 'tournament_expectation', 'rating_week'];

type Refresh = { keys: string; refresh: string[] };

const searched = (kind: string, table: string, key: string) =>
  `SELECT "${key}" AS "key" FROM "${table}" UNION SELECT "key" FROM "search_word" WHERE "kind" = '${kind}'`;

/** What is derived by key, in the order in which it depends on each other. */
const REFRESHES: Refresh[] = [
  { keys: `SELECT "id" AS "key" FROM "battle"`, refresh: ['refresh_club_battles($1)'] },
  {
    keys: searched('tournament', 'tournament', 'slug'),
    refresh: [`refresh_search('tournament', $1)`, 'refresh_tournament_facets($1)', 'refresh_statistics($1)'],
  },
  { keys: searched('club', 'club', 'slug'), refresh: [`refresh_search('club', $1)`, 'refresh_club_facets($1)'] },
  { keys: searched('player', 'player', 'id'), refresh: [`refresh_search('player', $1)`, 'refresh_player_facets($1)'] },
];
/** Tables from which the others are derived. */
const SOURCES = 'tournament, club, player, faction, stage, participant, bracket_match, battle, battle_side';
const KEYS_AT_A_TIME = 2_000;
const ALL_WEEKS = -2_147_483_648;

export async function examine({ sql: connection }: Pick<Db, 'sql'>, repair: boolean): Promise<Diagnosis> {
  const undo = new Error('only a look');
  let diagnosis: Diagnosis = { findings: [], pending: false };
  const look = (emptied: string[], keep: boolean) =>
    connection.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [DERIVED_LOCK]);
      // What is written while it looks would be taken for a difference.
      await sql.script(`LOCK TABLE ${SOURCES} IN SHARE ROW EXCLUSIVE MODE`);
      const pending = await isPending(sql);
      diagnosis = { findings: await rederive(sql, pending, emptied), pending };
      if (!keep) throw undo;
    });
  await look(INSERT_ONLY, false).catch((error) => {
    if (error !== undo) throw error;
  });
  const found = diagnosis.findings.map(({ table }) => table);
  // Clients that follow changes are told of what is written, so no more is than must be.
  const repaired = INSERT_ONLY.filter((table) => found.includes(table));
  if (repair && found.length > 0) await look(repaired, true);
  return diagnosis;
}

async function rederive(sql: Sql, pending: boolean, emptied: string[]): Promise<Finding[]> {
  // What is pending is left to the service, and would differ without being wrong.
  const compared = pending ? KEPT : [...KEPT, ...COMPUTED];
  for (const table of compared) {
    await sql.query(`CREATE TEMPORARY TABLE "before_${table}" ON COMMIT DROP AS TABLE "${table}"`);
  }
  for (const table of emptied) await sql.query(`DELETE FROM "${table}"`);
  const findings: Finding[] = [];
  for (const [table, update] of Object.entries(COPIES)) {
    const [row] = await sql.query<{ rows: number }>(
      `WITH "corrected" AS (${update} RETURNING 1) SELECT count(*)::int AS "rows" FROM "corrected"`,
    );
    findings.push({ table, rows: row?.rows ?? 0 });
  }
  for (const { keys, refresh } of REFRESHES) await refreshAll(sql, keys, refresh);
  await sql.script('SET CONSTRAINTS ALL IMMEDIATE');
  if (!pending) {
    await sql.query(
      `SELECT note_stale_places(ARRAY(SELECT "slug" FROM "tournament")), note_stale_ratings(${ALL_WEEKS})`,
    );
    await bringUpToDate({ directUrl: null, sql });
  }
  for (const table of compared) {
    const [row] = await sql.query<{ rows: number }>(
      `SELECT greatest((SELECT count(*) FROM (TABLE "${table}" EXCEPT TABLE "before_${table}") AS "more"),
         (SELECT count(*) FROM (TABLE "before_${table}" EXCEPT TABLE "${table}") AS "less"))::int AS "rows"`,
    );
    findings.push({ table, rows: row?.rows ?? 0 });
  }
  return findings.filter(({ rows }) => rows > 0);
}

async function refreshAll(sql: Sql, keys: string, refresh: string[]): Promise<void> {
  const all = (await sql.query<{ key: string }>(keys)).map(({ key }) => key);
  for (let from = 0; from < all.length; from += KEYS_AT_A_TIME) {
    const some = all.slice(from, from + KEYS_AT_A_TIME);
    for (const call of refresh) await sql.query(`SELECT ${call}`, [some]);
  }
}

async function isPending(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ pending: boolean }>(
    `SELECT EXISTS (SELECT FROM "rating_stale") OR EXISTS (SELECT FROM "place_stale")
       OR NOT EXISTS (SELECT FROM "rating_state" WHERE "method" = $1)
       OR NOT EXISTS (SELECT FROM "setting" WHERE "key" = 'places-method' AND "value" = $2) AS "pending"`,
    [RATING_METHOD, PLACES_METHOD],
  );
  return row?.pending ?? true;
}
