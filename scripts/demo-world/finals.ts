import { knockout, type Match, type PlayMatch, playOut, type Slot } from './bracket.js';
import type { Entrant } from './entrants.js';
import type { TournamentEvent } from './event.js';
import { placementId } from './plan.js';

/** Plays the knockout and its placement brackets. Returns the places that are decided. */
export function playFinals(event: TournamentEvent, seeds: readonly Slot<Entrant>[]): Map<Entrant, number> {
  const { plan } = event;
  const allowed = plan.progress.knockoutMatches;
  const { winner, losers } = knockout(seeds, matchPlayer(event, 'knockout', allowed));
  const playedOut = allowed >= seeds.length - 1;
  const places = new Map<Entrant, number>();
  if (winner) places.set(winner, 1);
  for (const beaten of losers.toReversed()) {
    const band = plan.placements.find((placement) => placement.losers === beaten.length);
    const firstPlace = beaten.length + 1;
    if (band) {
      const play = matchPlayer(event, placementId(band.losers), playedOut ? 99 : 0);
      playOut(beaten, firstPlace, play).forEach((entrant, at) => {
        if (entrant) places.set(entrant, firstPlace + at);
      });
    } else {
      for (const entrant of beaten) if (entrant) places.set(entrant, firstPlace);
    }
  }
  return places;
}

/** Plays the first `allowed` matches of a bracket stage; the next one is in progress, and the others wait. */
function matchPlayer(event: TournamentEvent, stage: string, allowed: number): PlayMatch<Entrant> {
  let played = 0;
  return (match) => {
    const { first, second } = match;
    if (!first || !second) {
      enter(event, stage, match, null, null);
      return [null, null];
    }
    const where = { stage, round: match.roundNumber, table: match.table, scenario: event.scenario() };
    const isWalkover = event.plan.walkovers.includes(`${stage}-r${where.round}-t${where.table}`);
    if (played >= allowed) {
      const isNext = played++ === allowed && allowed > 0 && !isWalkover;
      const battle = isNext ? event.setUp(where, first, second) : null;
      enter(event, stage, match, null, battle?.id ?? null);
      return [null, null];
    }
    played++;
    if (isWalkover) {
      enter(event, stage, match, first, null);
      return [first, second];
    }
    const battle = event.play(where, first, second, true);
    const [winner, loser] = battle.sides[0].outcome === 'win' ? [first, second] : [second, first];
    enter(event, stage, match, winner, battle.id);
    return [winner, loser];
  };
}

function enter(
  event: TournamentEvent,
  stage: string,
  match: Match<Entrant>,
  winner: Entrant | null,
  battle: string | null,
) {
  const { roundNumber, round, table, first, second } = match;
  event.matches.push({
    stage,
    roundNumber,
    round,
    table,
    players: first && second ? [first.entry, second.entry] : [],
    winner: winner?.entry ?? null,
    battle,
  });
}
