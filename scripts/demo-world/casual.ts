import type { BattleRecord } from '@battle-results/bundle-format/record';
import { armyList } from './army-list.js';
import { type Contestant, fight, unfinishedFight } from './battle.js';
import { BATTLE_PACKS } from './battle-packs.js';
import { daysAfter } from './calendar-day.js';
import { FACTIONS } from './factions.js';
import { playerName } from './names.js';
import { homeClub, listOf, playerId, playerSkill } from './players.js';
import type { Random } from './random.js';
import type { Rules } from './rules.js';
import { SCENARIOS } from './scenarios.js';

/** When casual battles are played, by how many players, and whether all of their data is recorded. */
export type CasualPlan = { firstDay: string; days: number; players: number; complete: boolean };

/** A battle outside any tournament. */
export function casualBattle(random: Random, number: number, plan: CasualPlan): BattleRecord {
  const player = random.below(plan.players);
  const opponent = (player + 1 + random.below(Math.min(60, plan.players - 1))) % plan.players;
  const battlePack = random.chance(0.3) ? null : random.pick(BATTLE_PACKS);
  const battleSize = random.pick([1000, 1500, 2000]);
  const rules: Rules = { ...CASUAL, battlePack, battleSize, recordsRounds: plan.complete || random.chance(0.5) };
  const scenario = random.pick(SCENARIOS);
  const listed = random.chance(0.1);
  const first = contestant(random, rules, player, false, listed);
  const second = contestant(random, rules, opponent, random.chance(0.15), listed);
  const unfinished = !plan.complete && random.chance(0.02);
  const { victorySize, sides } = unfinished
    ? unfinishedFight(first, second)
    : fight(random, rules, scenario, first, second, false);
  return {
    type: 'battle',
    id: `casual-${String(number).padStart(5, '0')}`,
    date: random.chance(0.04) ? null : daysAfter(plan.firstDay, random.below(plan.days)),
    tournament: null,
    stage: null,
    round: null,
    scenario: random.chance(0.15) ? null : scenario.name,
    battlePack: battlePack?.name ?? null,
    battleSize,
    victorySize: victorySize ?? null,
    archived: random.chance(0.03),
    club: random.chance(0.6) ? homeClub(player) : null,
    sides,
  };
}

const CASUAL = {
  scoring: 'none',
  metrics: [],
  recordsRoles: false,
  recordsVictorySize: true,
  recordsUnscored: false,
  listShare: 1,
} as const satisfies Partial<Rules>;

function contestant(random: Random, rules: Rules, player: number, guest: boolean, listed: boolean): Contestant {
  const faction = random.pick(FACTIONS);
  const subFaction = random.pick(faction.formations);
  const known = listed || !random.chance(0.05);
  const cards = rules.battlePack?.usesBattleTactics ?? false;
  const army = listed ? armyList(random, faction, subFaction, rules.battleSize, cards) : null;
  const list = guest || army === null ? army : listOf(player, army);
  return {
    side: { entry: null, playerId: guest ? null : playerId(player), name: guest ? playerName(player) : null },
    faction: known ? faction.name : null,
    subFaction: listed || (known && !random.chance(0.2)) ? subFaction : null,
    list,
    skill: playerSkill(player),
  };
}
