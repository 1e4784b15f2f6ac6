import type { TournamentStatus } from './generated/enums.js';
import type { Noun } from './noun.js';
import { type StageRow, stagesOf } from './stage.js';

export type TournamentRow = {
  slug: string;
  name: string;
  status: TournamentStatus;
  startDate: string | null;
  endDate: string | null;
  city: string | null;
  country: string | null;
  battleSize: number;
  battlePack: string | null;
  clubSlug: string | null;
  description: string;
  playerCount: number;
  stages: StageRow[];
  organizers: OrganizerRow[];
};

export type OrganizerRow = { name: string; playerId: string };

export type TournamentPart = 'description' | 'playerCount' | 'stages' | 'organizers';

export const TOURNAMENT: Noun<TournamentRow, TournamentPart> = {
  from: '"tournament" t',
  key: 't."slug"',
  columns: (asked) => [
    `t."slug", t."name", t."status", t."start_date" AS "startDate", t."end_date" AS "endDate", t."city", t."country",
     t."battle_size" AS "battleSize", t."battle_pack" AS "battlePack", t."club_slug" AS "clubSlug"`,
    ...[...asked].sort().map((part) => `${PARTS[part]} AS "${part}"`),
  ],
};

const PARTS: Record<TournamentPart, string> = {
  description: 't."description"',
  // Everybody who signed up, dropped or not.
  playerCount: '(SELECT count(*) FROM "participant" p WHERE p."tournament_slug" = t."slug")',
  stages: stagesOf('t."slug"'),
  // Somebody who has been removed is no longer listed.
  organizers: `(
    SELECT coalesce(json_agg(row_to_json(o)), '[]') FROM (
      SELECT "name", "player_id" AS "playerId" FROM "tournament_organizer"
      WHERE "tournament_slug" = t."slug" AND "name" IS NOT NULL ORDER BY "alphabetical") o)`,
};
