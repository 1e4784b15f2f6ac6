import { acrossGroups, boardOrder, type Order, ranked, type Standing } from './board.js';
import type { Slot } from './bracket.js';
import type { Entrant } from './entrants.js';
import type { TournamentEvent } from './event.js';
import { playFinals } from './finals.js';
import type { TournamentPlan } from './plan.js';
import { playSwiss } from './swiss.js';

/** Plays every stage as far as the plan's progress. Returns the final places of those who have played. */
export function playStages(event: TournamentEvent, entrants: readonly Entrant[]): Map<Entrant, number> {
  const { plan } = event;
  const { progress, swiss, knockout, placementSwiss } = plan;
  if (!swiss || plan.status === 'planned') return new Map();

  const stage = { id: 'swiss', rounds: swiss.rounds, played: progress.swiss, dropouts: plan.dropouts } as const;
  const standings = playSwiss(event, stage, entrants);
  const board = boardOrder(plan.tieBreakers);
  const order = plan.groups > 0 ? acrossGroups(standings, board) : board;
  if (!knockout) return placesOf(standings, order, 0);

  const complete = progress.swiss >= swiss.rounds;
  const staying = ranked(standings, order).filter(({ entrant }) => !entrant.dropped);
  const qualified = staying.slice(0, knockout.players).map(({ entrant }) => entrant);
  const places = playFinals(event, complete ? seeded(plan, qualified) : waiting(knockout.players));
  let others = standings.filter(({ entrant }) => !qualified.includes(entrant));
  if (placementSwiss && complete) {
    const stayed = others.filter(({ entrant }) => !entrant.dropped).map(({ entrant }) => entrant);
    const { rounds } = placementSwiss;
    const lower = { id: 'placement-swiss', rounds, played: progress.placementSwiss, dropouts: 0 } as const;
    addPlaces(places, placesOf(playSwiss(event, lower, stayed), board, knockout.players));
    others = others.filter(({ entrant }) => entrant.dropped);
    addPlaces(places, placesOf(others, order, knockout.players + stayed.length));
  } else {
    addPlaces(places, placesOf(others, order, knockout.players));
  }
  return places;
}

const placesOf = (standings: readonly Standing[], order: Order, after: number) =>
  new Map(ranked(standings, order).map(({ entrant, rank }) => [entrant, after + rank]));

function addPlaces(places: Map<Entrant, number>, more: Map<Entrant, number>) {
  for (const [entrant, place] of more) places.set(entrant, place);
}

const waiting = (players: number): Slot<Entrant>[] => new Array<Slot<Entrant>>(players).fill(null);

/**
 * After groups, winners are seeded before runners-up, and the halves of the runners-up are swapped, so that no player
 * meets a player of their own group in the first round.
 */
function seeded(plan: TournamentPlan, qualified: readonly Entrant[]): Slot<Entrant>[] {
  if (plan.groups === 0) return [...qualified];
  const byGroup = (a: Entrant, b: Entrant) => ((a.group ?? '') < (b.group ?? '') ? -1 : 1);
  const winners = qualified.slice(0, plan.groups).sort(byGroup);
  const seconds = qualified.slice(plan.groups).sort(byGroup);
  const half = seconds.length / 2;
  return [...winners, ...seconds.slice(half), ...seconds.slice(0, half)];
}
