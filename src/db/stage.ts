import type { StageType } from './generated/enums.js';

export type StageRow = {
  tournamentSlug: string;
  id: string;
  name: string;
  type: StageType;
  rounds: number | null;
  players: number | null;
  position: number;
};

/** The stages of a tournament as a JSON array, in no order: what comes last depends on how far it has got. */
export const stagesOf = (tournament: string) => `(
  SELECT coalesce(json_agg(row_to_json(g)), '[]') FROM (
    SELECT "tournament_slug" AS "tournamentSlug", "id", "name", "type", "rounds", "players", "position"
    FROM "stage" WHERE "tournament_slug" = ${tournament}) g)`;
