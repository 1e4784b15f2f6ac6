// Computes final places that were not recorded from the brackets and the boards.
import { type Band, bandsOf } from './band.js';
import { pairing } from './bracket.js';
import { bracketPlaces } from './bracket-place.js';
import type { Competition } from './competition.js';
import type { Contender } from './contender.js';
import { hasTakenPart } from './figures.js';
import { meritsOnBoards } from './merit.js';
import { tiesInOrder } from './ranking.js';

type Entrant = {
  id: number;
  /** Infinity outside the knockout. */
  knockoutPlace: number;
  /** The narrowest band the player is in: places 5 to 8 may be decided by a bracket for 5 and 6 and one for 7 and 8. */
  band: Band | undefined;
  merits: readonly number[];
  alphabetical: string;
};

/**
 * The place of each contender who has played, starting at `first`. The knockout takes precedence. A placement bracket
 * gives its players the places it is for, even if places before them stay empty. The others fill the remaining places
 * in the order of the boards, together with those for whom a bracket has no place.
 */
export function placesByMerit(
  competition: Competition,
  contenders: readonly Contender[],
  first: number,
): Map<number, number> {
  const bands = bandsOf(competition.matches);
  const entrants = entrantsOf(competition, contenders, bands);
  const placeOf = new Map<number, number>();
  let next = first;
  // A level is a set that the knockout does not separate: the losers of a round, or all who were not in it.
  for (const level of tiesInOrder(entrants, ({ knockoutPlace }) => [-knockoutPlace])) {
    const last = level[0]?.knockoutPlace === Infinity ? Infinity : next + level.length - 1;
    for (const [id, place] of placesOnLevel(level, bands, next, last)) placeOf.set(id, place);
    next += level.length;
  }
  return placeOf;
}

function entrantsOf(competition: Competition, contenders: readonly Contender[], bands: readonly Band[]): Entrant[] {
  const knockout = bracketPlaces(competition.matches.filter(({ stageId }) => stageId === 'knockout'));
  const meritsOf = meritsOnBoards(competition);
  const hasPlayed = played(competition);
  return contenders
    .filter(({ id }) => hasPlayed.has(id))
    .map(({ id, alphabetical }) => ({
      id,
      knockoutPlace: knockout.get(id) ?? Infinity,
      band: bands.find((band) => band.placeOf.has(id)),
      merits: meritsOf(id),
      alphabetical,
    }));
}

/** A match can be won without a recorded battle, so being in a bracket counts as having played. */
function played({ figures, matches }: Competition): Set<number> {
  const fought = figures.filter(hasTakenPart).map(({ participantId }) => participantId);
  return new Set([...fought, ...matches.flatMap<number>(pairing)]);
}

/** Assigns places between `first` and `last`, one to each entrant; full ties share the best of theirs. */
function placesOnLevel(
  level: readonly Entrant[],
  bands: readonly Band[],
  first: number,
  last: number,
): Map<number, number> {
  const placeOf = new Map<number, number>();
  const taken = new Set<number>();

  function give(ties: readonly Entrant[][], from: number, to: number) {
    let place = from;
    for (const tied of ties) {
      const places: number[] = [];
      for (; places.length < tied.length && place <= to; place += 1) if (!taken.has(place)) places.push(place);
      // Entrants after a tie that does not fit do not fit either.
      if (places.length < tied.length) return;
      for (const each of places) taken.add(each);
      for (const { id } of tied) placeOf.set(id, places[0] ?? place);
    }
  }

  for (const band of bands) {
    const members = level.filter((entrant) => entrant.band === band);
    const ties = tiesInOrder(members, ({ id, merits }) => [-(band.placeOf.get(id) ?? Infinity), ...merits]);
    give(ties, Math.max(band.from, first), Math.min(band.to, last));
  }
  const others = level.filter(({ id }) => !placeOf.has(id));
  const ties = tiesInOrder(others, ({ merits }) => merits);
  give(ties, first, last);
  return placeOf;
}
