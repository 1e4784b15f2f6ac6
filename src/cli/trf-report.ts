import type { BattleRecord, PlayerRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { type WrittenTrf, writeTrf } from '@battle-results/convert';
import { readRecords } from '../bundle/export.js';
import type { Sql } from '../db/sql.js';

/** Null if there is no such tournament. */
export async function readReport(sql: Pick<Sql, 'query'>, slug: string): Promise<WrittenTrf | null> {
  const [tournament] = (await readRecords(sql, 'tournament', [slug])) as TournamentRecord[];
  if (!tournament) return null;
  const rows = await sql.query<{ id: string }>('SELECT "id" FROM "battle" WHERE "tournament_slug" = $1 ORDER BY "id"', [
    slug,
  ]);
  const ids = rows.map(({ id }) => id);
  const battles = (await readRecords(sql, 'battle', ids)) as BattleRecord[];
  const players = (tournament.participants ?? []).flatMap(({ playerId }) => playerId ?? []);
  return writeTrf(tournament, sorted(battles), (await readRecords(sql, 'player', players)) as PlayerRecord[]);
}

/** In a fixed order, so that the same data gives the same file. */
const sorted = (battles: BattleRecord[]): BattleRecord[] =>
  battles.sort((one, other) => (one.round ?? 0) - (other.round ?? 0) || (one.id < other.id ? -1 : 1));
