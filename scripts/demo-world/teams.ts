import type { TeamRecord } from '@battle-results/bundle-format/team-record';
import type { Standing } from './board.js';
import type { Pair } from './pairing.js';
import type { TournamentPlan } from './plan.js';

/** The team of a player by the order of sign-ups; null without teams. */
export function teamOf({ teams, players }: TournamentPlan, at: number): string | null {
  return teams[Math.floor((at * teams.length) / players)]?.name ?? null;
}

/** In the order of an export. */
export const teamRecords = ({ teams }: TournamentPlan): TeamRecord[] =>
  teams.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Every team meets every other once, in turn around a circle; who sits at which table turns with the round. */
export function pairTeams({ teams }: TournamentPlan, present: readonly Standing[], round: number): Pair[] {
  const [fixed = [], ...others] = teams.map(({ name }) => present.filter(({ entrant }) => entrant.team === name));
  const turn = (round - 1) % others.length;
  const circle = [fixed, ...others.slice(turn), ...others.slice(0, turn)];
  return circle.slice(0, circle.length / 2).flatMap((one, at) => {
    const other = circle[circle.length - 1 - at] ?? [];
    return one.flatMap((first, table): Pair[] => {
      const second = other[(table + round) % other.length];
      return second ? [[first, second]] : [];
    });
  });
}
