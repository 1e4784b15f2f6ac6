import type { ArmyListRecord } from '@battle-results/bundle-format/record';
import { armyList } from './army-list.js';
import type { Contestant } from './battle.js';
import { FACTIONS } from './factions.js';
import { playerName } from './names.js';
import type { TournamentPlan } from './plan.js';
import { homeClub, listOf, playerId, playerSkill } from './players.js';
import type { Random } from './random.js';
import { teamOf } from './teams.js';

/** A player who signed up, as contestant of battles and as participant of the tournament. */
export type Entrant = Contestant & {
  entry: number;
  playerId: string | null;
  name: string | null;
  club: string | null;
  group: string | null;
  team: string | null;
  submitted: ArmyListRecord | null;
  turnedUp: boolean;
  dropped: boolean;
};

/** Signs up the players of a plan, from a population of the given size. */
export function signUp(plan: TournamentPlan, random: Random, population: number): Entrant[] {
  const step = 1 + random.below(Math.min(13, Math.floor(population / plan.players)));
  const [first, stride] = plan.signUps ?? [random.below(population), step];
  const entrants: Entrant[] = [];
  for (let at = 0; at < plan.players; at++) {
    // The stride never returns to the same player within a tournament, so no player signs up twice.
    const entrant = newcomer(plan, random, (first + at * stride) % population, at);
    entrant.turnedUp = at % 7 !== 3 || Math.floor(at / 7) >= plan.noShows;
    entrant.dropped = !entrant.turnedUp;
    entrants.push(entrant);
  }
  return entrants;
}

function newcomer(plan: TournamentPlan, random: Random, player: number, at: number): Entrant {
  // No badge has number 13, so that an entry differs from the index in the list.
  const entry = at < 12 ? at + 1 : at + 2;
  const guest = at >= plan.players - plan.guests;
  const faction = random.pick(FACTIONS);
  const subFaction = random.pick(faction.formations);
  const list = armyList(random, faction, subFaction, plan.battleSize, plan.battlePack?.usesBattleTactics ?? false);
  const submitted = at % 5 === 4 && at / 5 < plan.listless ? null : guest ? list : listOf(player, list);
  const known = submitted !== null || random.chance(0.5);
  return {
    entry,
    side: { entry, playerId: null, name: null },
    playerId: guest ? null : playerId(player),
    name: guest ? playerName(player) : null,
    club: guest ? null : homeClub(player),
    group: drawnGroup(plan, at),
    team: teamOf(plan, at),
    faction: known ? faction.name : null,
    subFaction: known ? subFaction : null,
    list: submitted,
    submitted,
    skill: guest ? random.next() : playerSkill(player),
    turnedUp: true,
    dropped: false,
  };
}

/** Groups are drawn when the tournament begins. */
function drawnGroup(plan: TournamentPlan, at: number): string | null {
  if (plan.groups === 0 || plan.status === 'planned') return null;
  return `Group ${String.fromCharCode(65 + (at % plan.groups))}`;
}
