// What makes a load into an empty database faster: foreign keys that are checked once for all rows instead of once for
// each, and indexes that are built once. Both are dropped and created again within the import's transaction.
import type { Sql } from '../db/sql.js';

/** Statements that put back what was dropped. */
type SetAside = { indexes: string[]; foreignKeys: string[] };

export const NOTHING_SET_ASIDE: SetAside = { indexes: [], foreignKeys: [] };

const TABLES = `ARRAY['participant', 'battle', 'battle_side', 'club_battle', 'counted_battle', 'tournament_facet',
  'player_facet', 'faction_event']::regclass[]`;
/** The triggers of an import read the others. */
const INDEXES = `(i."indrelid" = ANY (ARRAY['battle', 'battle_side']::regclass[])
  OR i."indexrelid" = '"club_battle_club_slug_newest_battle_id_factions_idx"'::regclass)`;

/**
 * Nobody can read the tables until the transaction ends, so this is only done while nobody else is connected (the kind
 * of another role's connection is hidden), and by the owner of the tables.
 */
export async function setAside(sql: Sql): Promise<SetAside> {
  const [found] = await sql.query<{ alone: boolean }>(`SELECT NOT EXISTS (
      SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "pid" <> pg_backend_pid()
        AND coalesce("backend_type", 'client backend') = 'client backend'
    ) AND NOT EXISTS (
      SELECT FROM pg_class WHERE "oid" = ANY (${TABLES}) AND NOT pg_has_role("relowner", 'USAGE')
    ) AS "alone"`);
  if (!found?.alone) return NOTHING_SET_ASIDE;
  type Part = { drop: string; create: string };
  const foreignKeys = await sql.query<Part>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', "conrelid"::regclass, "conname") AS "drop",
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', "conrelid"::regclass, "conname", pg_get_constraintdef("oid")) AS "create"
    FROM pg_constraint WHERE "contype" = 'f' AND "conrelid" = ANY (${TABLES})`);
  const indexes = await sql.query<Part>(`
    SELECT format('DROP INDEX %s', "indexrelid"::regclass) AS "drop", pg_get_indexdef("indexrelid") AS "create"
    FROM pg_index i WHERE NOT i."indisunique" AND ${INDEXES}`);
  await sql.script([...foreignKeys, ...indexes].map(({ drop }) => drop).join(';\n'));
  const creates = (parts: Part[]) => parts.map(({ create }) => create);
  return { indexes: creates(indexes), foreignKeys: creates(foreignKeys) };
}
