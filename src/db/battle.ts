import type { Outcome, Role, VictorySize } from './generated/enums.js';
import type { Noun } from './noun.js';

export type BattleRow = {
  id: string;
  date: string | null;
  tournamentSlug: string | null;
  stageId: string | null;
  round: number | null;
  scenario: string | null;
  battlePack: string | null;
  battleSize: number;
  victorySize: VictorySize | null;
  /** Two, in their order. */
  sides: Side[];
};

export type Side = {
  participantId: number | null;
  playerId: string | null;
  name: string | null;
  faction: string | null;
  subFaction: string | null;
  outcome: Outcome | null;
  battlePoints: number | null;
  victoryPoints: number | null;
  objectivePoints: number | null;
  battleTacticsScored: number | null;
  grandStrategy: string | null;
  grandStrategyScored: boolean | null;
  drops: number | null;
  role: Role | null;
  metrics: Record<string, number>;
  /** What the battle's pack scores; null without a pack. */
  scoresObjectives: boolean | null;
  usesBattleTactics: boolean | null;
  usesGrandStrategies: boolean | null;
  list: unknown;
  rounds: unknown;
};

/** `details` are the lists and rounds of the sides. */
export type BattlePart = 'sides' | 'details';

export const BATTLE: Noun<BattleRow, BattlePart> = {
  from: '"battle" b',
  key: 'b."id"',
  columns: (asked) => [
    `b."id", b."date", b."tournament_slug" AS "tournamentSlug", b."stage_id" AS "stageId", b."round", b."scenario",
     b."battle_pack" AS "battlePack", b."battle_size" AS "battleSize", b."victory_size" AS "victorySize"`,
    ...(asked.has('sides') ? [`${sidesOf('b', asked.has('details'))} AS "sides"`] : []),
  ],
};

const sidesOf = (b: string, details: boolean) => `(
  SELECT coalesce(json_agg(row_to_json("side")), '[]') FROM (
    SELECT s."participant_id" AS "participantId", s."player_id" AS "playerId", s."name", s."faction",
      s."sub_faction" AS "subFaction", s."outcome", s."battle_points" AS "battlePoints",
      s."victory_points" AS "victoryPoints", s."objective_points" AS "objectivePoints",
      s."battle_tactics_scored" AS "battleTacticsScored", s."grand_strategy" AS "grandStrategy",
      s."grand_strategy_scored" AS "grandStrategyScored", s."drops", s."role", s."metrics",
      k."scores_objectives" AS "scoresObjectives", k."uses_battle_tactics" AS "usesBattleTactics",
      k."uses_grand_strategies" AS "usesGrandStrategies"${details ? ', s."list", s."rounds"' : ''}
    FROM "battle_side" s LEFT JOIN "battle_pack" k ON k."name" = ${b}."battle_pack"
    WHERE s."battle_id" = ${b}."id" ORDER BY s."position"
  ) "side")`;
