import type { RoundRecord } from '@battle-results/bundle-format/record';
import type { Random } from './random.js';
import type { Metric, Rules } from './rules.js';
import { BATTLE_TACTICS, GRAND_STRATEGIES, type Scenario } from './scenarios.js';

export const BATTLE_ROUNDS = 5;
const TACTIC_POINTS = 4;
const STRATEGY_POINTS = 3;

export type Score = {
  victoryPoints: number;
  objectivePoints: number;
  battleTacticsScored: number;
  grandStrategy: string | null;
  grandStrategyScored: boolean;
  rounds: RoundRecord[];
};

/**
 * Plays one side of a battle, round by round. `edge`, from -1 to 1, is its advantage in skill; the bits of `priority`
 * are the rounds in which it goes first.
 */
export function score(random: Random, rules: Rules, scenario: Scenario, edge: number, priority: number): Score {
  const pack = rules.battlePack;
  const objectivesWritten = pack?.scoresObjectives || rules.recordsUnscored;
  const firstTactic = random.below(BATTLE_TACTICS.length);
  const rounds: RoundRecord[] = [];
  let victoryPoints = 0;
  let objectivePoints = 0;
  let battleTacticsScored = 0;
  for (let round = 1; round <= BATTLE_ROUNDS; round++) {
    const held = Math.max(0, Math.min(7, Math.floor(random.next() * 8 + edge * 3)));
    const battleTactic =
      pack?.usesBattleTactics && !random.chance(0.08)
        ? (BATTLE_TACTICS[(firstTactic + round) % BATTLE_TACTICS.length] as string)
        : null;
    const battleTacticScored = battleTactic !== null && random.chance(0.6 + edge * 0.3);
    const points = held + (battleTacticScored ? TACTIC_POINTS : 0);
    if (battleTacticScored) battleTacticsScored++;
    victoryPoints += points;
    objectivePoints += held;
    rounds.push({
      round,
      victoryPoints: points,
      objectivePoints: objectivesWritten ? held : 0,
      objectives: objectivesWritten ? (scenario.holds[held] as string[]) : [],
      battleTactic,
      battleTacticScored,
      priority: ((priority >> (round - 1)) & 1) === 1,
      metrics: rules.metrics.length === 0 ? {} : measured(random, rules.metrics),
    });
  }
  const grandStrategy = random.chance(0.1) ? null : random.pick(GRAND_STRATEGIES);
  const grandStrategyScored = grandStrategy !== null && random.chance(0.5);
  if (grandStrategyScored && pack?.usesGrandStrategies) {
    victoryPoints += STRATEGY_POINTS;
    const last = rounds[BATTLE_ROUNDS - 1] as RoundRecord;
    last.victoryPoints = (last.victoryPoints ?? 0) + STRATEGY_POINTS;
  }
  return { victoryPoints, objectivePoints, battleTacticsScored, grandStrategy, grandStrategyScored, rounds };
}

function measured(random: Random, metrics: readonly Metric[]): Record<string, number | boolean> {
  const values: Record<string, number | boolean> = {};
  for (const { name, kind } of metrics) values[name] = kind === 'number' ? random.below(4) : random.chance(0.4);
  return values;
}
