import type { SideRecord } from '@battle-results/bundle-format/record';
import type { Entrant } from './entrants.js';
import type { TieBreaker } from './plan.js';

/** A player's results on a board so far. */
export type Standing = {
  entrant: Entrant;
  battles: number;
  battlePoints: number;
  wins: number;
  victoryPoints: number;
  victoryPointsDiff: number;
  opponents: Standing[];
  satOut: boolean;
};

export type Order = (a: Standing, b: Standing) => number;

export const newStanding = (entrant: Entrant): Standing => ({
  entrant,
  battles: 0,
  battlePoints: 0,
  wins: 0,
  victoryPoints: 0,
  victoryPointsDiff: 0,
  opponents: [],
  satOut: false,
});

/** Adds the result of one side of a battle. */
export function enterResult(standing: Standing, opponent: Standing, side: SideRecord, other: SideRecord) {
  standing.opponents.push(opponent);
  standing.battles++;
  standing.battlePoints += side.battlePoints ?? 0;
  standing.wins += side.outcome === 'win' ? 1 : 0;
  standing.victoryPoints += side.victoryPoints ?? 0;
  standing.victoryPointsDiff += (side.victoryPoints ?? 0) - (other.victoryPoints ?? 0);
}

/** Orders standings best first, by the tie-breakers in turn. */
export function boardOrder(tieBreakers: readonly TieBreaker[]): Order {
  const values = tieBreakers.map((tieBreaker) => VALUES[tieBreaker]);
  return (a, b) => {
    for (const value of values) {
      const difference = value(b) - value(a);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** Players in order of rank. Those equal in every tie-breaker share a rank, and the ranks after it are skipped. */
export function ranked(standings: readonly Standing[], order: Order): { entrant: Entrant; rank: number }[] {
  const sorted = standings.filter((standing) => standing.battles > 0).sort(order);
  let rank = 1;
  return sorted.map((standing, at) => {
    const before = sorted[at - 1];
    if (before && order(before, standing) !== 0) rank = at + 1;
    return { entrant: standing.entrant, rank };
  });
}

/** Group winners first, then the runners-up of all groups, and so on. */
export function acrossGroups(standings: readonly Standing[], order: Order): Order {
  const ranks = new Map<Entrant, number>();
  for (const group of byGroup(standings)) {
    for (const { entrant, rank } of ranked(group, order)) ranks.set(entrant, rank);
  }
  return (a, b) => (ranks.get(a.entrant) ?? 0) - (ranks.get(b.entrant) ?? 0) || order(a, b);
}

/** One list per group; a single list without groups. */
export function byGroup(standings: readonly Standing[]): Standing[][] {
  const groups = new Map<string | null, Standing[]>();
  for (const standing of standings) {
    const group = groups.get(standing.entrant.group);
    if (group) group.push(standing);
    else groups.set(standing.entrant.group, [standing]);
  }
  return [...groups.values()];
}

const sum = (standings: readonly Standing[], value: (standing: Standing) => number) =>
  standings.reduce((total, standing) => total + value(standing), 0);

const VALUES: Record<TieBreaker, (standing: Standing) => number> = {
  battlePoints: (standing) => standing.battlePoints,
  wins: (standing) => standing.wins,
  victoryPointsDiff: (standing) => standing.victoryPointsDiff,
  victoryPoints: (standing) => standing.victoryPoints,
  opponentsBattlePoints: (standing) => sum(standing.opponents, (opponent) => opponent.battlePoints),
  opponentsWins: (standing) => sum(standing.opponents, (opponent) => opponent.wins),
};
