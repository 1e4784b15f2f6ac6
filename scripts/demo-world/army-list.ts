import { emptyList, startUnit } from '@battle-results/army-list';
import type { ArmyListRecord } from '@battle-results/bundle-format/record';
import { writeList } from '@battle-results/convert';
import type { Faction } from './factions.js';
import type { Random } from './random.js';
import { TACTIC_CARDS } from './scenarios.js';

/** Units that no longer fit are skipped; this many attempts fill most armies. */
const ATTEMPTS = 14;

/** An army list as a player would submit it, of at most `battleSize` points. */
export function armyList(
  random: Random,
  faction: Faction,
  subFaction: string,
  battleSize: number,
  cards: boolean,
): ArmyListRecord {
  const leader = random.below(faction.leaders.length);
  const list = emptyList('roster');
  list.faction = faction.name;
  list.formation = { name: subFaction, points: null, number: 1 };
  list.pointsLimit = battleSize;
  const take = (name: string | undefined, points: number) =>
    startUnit(list, { name: name ?? '', points, number: 1 }, 'Regiment 1');
  let points = 140 + 30 * leader;
  take(faction.leaders[leader], points).general = true;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const unit = random.below(faction.units.length);
    const reinforced = random.chance(0.2);
    const cost = (90 + 40 * unit) * (reinforced ? 2 : 1);
    if (points + cost > battleSize) continue;
    points += cost;
    take(faction.units[unit], cost).reinforced = reinforced;
  }
  list.points = points;
  return {
    faction: faction.name,
    subFaction,
    points,
    battleTacticCards: cards ? twoCards(random) : [],
    text: writeList(list),
  };
}

function twoCards(random: Random): string[] {
  const first = random.below(TACTIC_CARDS.length);
  const second = first + 1 + random.below(TACTIC_CARDS.length - 1);
  return [TACTIC_CARDS[first] as string, TACTIC_CARDS[second % TACTIC_CARDS.length] as string];
}
