import type { Outcome, Role, VictorySize } from './generated/enums.js';
import { createNoun } from './noun.js';
import type { Rows } from './packed.js';
import { BATTLES } from './visibility.js';

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

export const BATTLE = createNoun<BattleRow, BattlePart>(BATTLES, (asked) => ({
  id: 'b."id"',
  date: 'b."date"',
  tournamentSlug: 'b."tournament_slug"',
  stageId: 'b."stage_id"',
  round: 'b."round"',
  scenario: 'b."scenario"',
  battlePack: 'b."battle_pack"',
  battleSize: 'b."battle_size"',
  victorySize: 'b."victory_size"',
  ...(asked.has('sides') && { sides: sides(asked.has('details')) }),
}));

const sides = (details: boolean): Rows<Side> => ({
  columns: {
    participantId: 's."participant_id"',
    playerId: 's."player_id"',
    name: 's."name"',
    faction: 's."faction"',
    subFaction: 's."sub_faction"',
    outcome: 's."outcome"',
    battlePoints: 's."battle_points"',
    victoryPoints: 's."victory_points"',
    objectivePoints: 's."objective_points"',
    battleTacticsScored: 's."battle_tactics_scored"',
    grandStrategy: 's."grand_strategy"',
    grandStrategyScored: 's."grand_strategy_scored"',
    drops: 's."drops"',
    role: 's."role"',
    metrics: 's."metrics"',
    scoresObjectives: 'k."scores_objectives"',
    usesBattleTactics: 'k."uses_battle_tactics"',
    usesGrandStrategies: 'k."uses_grand_strategies"',
    ...(details && { list: 's."list"', rounds: 's."rounds"' }),
  },
  from: `"battle_side" s LEFT JOIN "battle_pack" k ON k."name" = b."battle_pack" WHERE s."battle_id" = b."id"`,
  order: 's."position"',
});
