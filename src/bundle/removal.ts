// Removes one record: what goes with it and what stays is said first, and all records that it touches are kept as they
// were, as a bundle that brings them back.
import { randomBytes } from 'node:crypto';
import type { BundleRecord, RecordType } from '@battle-results/bundle-format/record';
import type { Sql } from '../db/sql.js';
import { readRecords } from './export.js';
import { IMPORT_LOCK } from './import.js';
import { type Counts, type Removable, type Target, wordsOf } from './removal-words.js';

export type Removal = { goes: string[]; stays: string[]; touched: Partial<Record<RecordType, string[]>> };

type Facts = { name: string | null; counts: Counts; touched: Partial<Record<RecordType, string[] | null>> };

/** Null if there is no such record. Others cannot write it before the transaction ends. */
export async function planRemoval(sql: Sql, { kind, key, erase }: Target): Promise<Removal | null> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  const column = kind === 'battle' || kind === 'player' ? 'id' : 'slug';
  const locked = await sql.query(`SELECT FROM "${kind}" WHERE "${column}" = $1 FOR UPDATE`, [key]);
  const [facts] = locked.length === 0 ? [] : await sql.query<Facts>(`SELECT ${FACTS[kind]}`, [key]);
  if (!facts) return null;
  const { goes, stays } = wordsOf({ kind, key, erase }, facts.name, facts.counts);
  const touched = Object.entries(facts.touched).flatMap(([type, keys]) => (keys?.length ? [[type, keys]] : []));
  return { goes, stays, touched: Object.fromEntries(touched) };
}

const RECORDS_AT_A_TIME = 200;

/** The touched records as they are now, in the order of an export. */
export async function* touchedRecords(sql: Sql, { touched }: Removal): AsyncGenerator<BundleRecord[]> {
  for (const type of ['club', 'player', 'tournament', 'battle'] as const) {
    const keys = touched[type] ?? [];
    for (let from = 0; from < keys.length; from += RECORDS_AT_A_TIME) {
      yield await readRecords(sql, type, keys.slice(from, from + RECORDS_AT_A_TIME));
    }
  }
}

export async function remove(sql: Sql, { kind, key, erase }: Target): Promise<void> {
  for (const statement of REMOVALS[kind]) await sql.query(statement, [key]);
  if (kind === 'player' && erase) {
    await sql.query(`UPDATE "player" SET "id" = $2 WHERE "id" = $1`, [
      key,
      `removed-${randomBytes(8).toString('hex')}`,
    ]);
  }
  await sql.query(`DELETE FROM "demo_record" WHERE "type" = $1 AND "key" = $2`, [kind, key]);
}

const REMOVALS: Record<Removable, string[]> = {
  tournament: [
    `DELETE FROM "bracket_match" WHERE "tournament_slug" = $1`,
    `DELETE FROM "battle" WHERE "tournament_slug" = $1`,
    `DELETE FROM "tournament" WHERE "slug" = $1`,
  ],
  battle: [`DELETE FROM "battle" WHERE "id" = $1`],
  // Triggers take the name from everywhere.
  player: [`UPDATE "player" SET "removed" = true, "name" = NULL WHERE "id" = $1`],
  club: [
    `UPDATE "tournament" SET "club_slug" = NULL WHERE "club_slug" = $1`,
    `UPDATE "participant" SET "club_slug" = NULL WHERE "club_slug" = $1`,
    `UPDATE "team" SET "club_slug" = NULL WHERE "club_slug" = $1`,
    `UPDATE "battle" SET "club_slug" = NULL WHERE "club_slug" = $1`,
    `DELETE FROM "club" WHERE "slug" = $1`,
  ],
};

const count = (from: string) => `(SELECT count(*)::int FROM ${from})`;
const keys = (column: string, from: string) => `(SELECT json_agg(DISTINCT ${column}) FROM ${from})`;

/** SQL of the columns of Facts; $1 is the key. */
const FACTS: Record<Removable, string> = {
  tournament: facts(
    `(SELECT "name" FROM "tournament" WHERE "slug" = $1)`,
    {
      signUps: count(`"participant" WHERE "tournament_slug" = $1`),
      teams: count(`"team" WHERE "tournament_slug" = $1`),
      battles: count(`"battle" WHERE "tournament_slug" = $1`),
      players: count(`"participant" WHERE "tournament_slug" = $1 AND "player_id" IS NOT NULL`),
    },
    { tournament: 'json_build_array($1::text)', battle: keys('"id"', '"battle" WHERE "tournament_slug" = $1') },
  ),
  battle: facts(
    `(SELECT string_agg(coalesce("name", 'Removed player'), ' against ' ORDER BY "position") FROM "battle_side"
      WHERE "battle_id" = $1)`,
    { matches: count(`"bracket_match" WHERE "battle_id" = $1`) },
    {
      battle: 'json_build_array($1::text)',
      tournament: keys('"tournament_slug"', '"bracket_match" WHERE "battle_id" = $1'),
    },
  ),
  player: facts(
    `(SELECT "name" FROM "player" WHERE "id" = $1)`,
    {
      signUps: count(`"participant" WHERE "player_id" = $1`),
      battles: count(`"battle_side" WHERE "player_id" = $1`),
      organizes: count(`"tournament_organizer" WHERE "player_id" = $1`),
    },
    {
      player: 'json_build_array($1::text)',
      tournament: keys(
        '"slug"',
        `(SELECT "tournament_slug" AS "slug" FROM "participant" WHERE "player_id" = $1
          UNION SELECT "tournament_slug" FROM "tournament_organizer" WHERE "player_id" = $1) AS "of"`,
      ),
      battle: keys('"battle_id"', '"battle_side" WHERE "player_id" = $1'),
    },
  ),
  club: facts(
    `(SELECT "name" FROM "club" WHERE "slug" = $1)`,
    {
      tournaments: count(`"tournament" WHERE "club_slug" = $1`),
      signUps: count(`"participant" WHERE "club_slug" = $1`),
      teams: count(`"team" WHERE "club_slug" = $1`),
      battles: count(`"battle" WHERE "club_slug" = $1`),
    },
    {
      club: 'json_build_array($1::text)',
      tournament: keys(
        '"slug"',
        `(SELECT "slug" FROM "tournament" WHERE "club_slug" = $1
          UNION SELECT "tournament_slug" FROM "participant" WHERE "club_slug" = $1
          UNION SELECT "tournament_slug" FROM "team" WHERE "club_slug" = $1) AS "of"`,
      ),
      battle: keys('"id"', '"battle" WHERE "club_slug" = $1'),
    },
  ),
};

function facts(name: string, counts: Record<string, string>, touched: Partial<Record<RecordType, string>>): string {
  const object = (values: object) =>
    `json_build_object(${Object.entries(values).map(([key, value]) => `'${key}', ${value}`)})`;
  return `${name} AS "name", ${object(counts)} AS "counts", ${object(touched)} AS "touched"`;
}
