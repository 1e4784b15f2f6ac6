import type { ArmyListRecord, BattleRecord, SideRecord } from '@battle-results/bundle-format/record';
import { BLANK_SIDE } from '@battle-results/convert';
import type { Random } from './random.js';
import { battlePoints, type Rules, victorySize } from './rules.js';
import type { Scenario } from './scenarios.js';
import { BATTLE_ROUNDS, type Score, score } from './score.js';

export type Contestant = {
  /** Identifies the side: by entry in a tournament, by player id or name in a casual battle. */
  side: { entry: number | null; playerId: string | null; name: string | null };
  faction: string | null;
  subFaction: string | null;
  list: ArmyListRecord | null;
  /** Between 0 and 1. */
  skill: number;
};

export type Fight = Pick<BattleRecord, 'victorySize' | 'sides'>;

/** Plays a battle. The side with more victory points wins, so points and outcome always agree. */
export function fight(
  random: Random,
  rules: Rules,
  scenario: Scenario,
  first: Contestant,
  second: Contestant,
  decisive: boolean,
): Fight {
  const edge = first.skill - second.skill;
  const priority = random.below(1 << BATTLE_ROUNDS);
  const ours = score(random, rules, scenario, edge, priority);
  const theirs = score(random, rules, scenario, -edge, ~priority);
  if (decisive && ours.victoryPoints === theirs.victoryPoints) addPoint(edge >= 0 ? ours : theirs);
  const margin = ours.victoryPoints - theirs.victoryPoints;
  const listed = random.chance(rules.listShare);
  const firstAttacks = random.chance(0.5);
  return {
    victorySize: victorySize(rules, margin),
    sides: [
      finishedSide(random, rules, first, ours, margin, listed, firstAttacks),
      finishedSide(random, rules, second, theirs, -margin, listed, !firstAttacks),
    ],
  };
}

/** A battle that is set up but not finished. */
export function unfinishedFight(first: Contestant, second: Contestant): Fight {
  return { victorySize: null, sides: [unfinishedSide(first), unfinishedSide(second)] };
}

function addPoint(score: Score) {
  score.victoryPoints++;
  const last = score.rounds.at(-1);
  if (last?.victoryPoints !== undefined) last.victoryPoints++;
}

function finishedSide(
  random: Random,
  rules: Rules,
  who: Contestant,
  score: Score,
  margin: number,
  listed: boolean,
  attacks: boolean,
): SideRecord {
  const pack = rules.battlePack;
  const everything = rules.recordsUnscored;
  const strategies = pack?.usesGrandStrategies || everything;
  return {
    ...unfinishedSide(who),
    outcome: margin > 0 ? 'win' : margin < 0 ? 'loss' : 'draw',
    battlePoints: battlePoints(rules, margin),
    victoryPoints: score.victoryPoints,
    objectivePoints: pack?.scoresObjectives || everything ? score.objectivePoints : null,
    battleTacticsScored: pack?.usesBattleTactics || everything ? score.battleTacticsScored : null,
    grandStrategy: strategies ? score.grandStrategy : null,
    grandStrategyScored: strategies ? score.grandStrategyScored : null,
    drops: random.chance(0.1) ? null : 1 + random.below(6),
    role: rules.recordsRoles ? (attacks ? 'attacker' : 'defender') : null,
    list: listed ? who.list : null,
    rounds: rules.recordsRounds ? score.rounds : [],
  };
}

const unfinishedSide = ({ side: { entry, ...who }, faction, subFaction }: Contestant): SideRecord => ({
  entry,
  ...BLANK_SIDE,
  ...who,
  faction,
  subFaction,
});
