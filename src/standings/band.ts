import type { Match } from './bracket.js';
import { bracketPlaces } from './bracket-place.js';

/** A placement bracket: the range of places it decides, and the places of its participants within it. */
export type Band = { stageId: string; from: number; to: number; placeOf: ReadonlyMap<number, number | null> };

/** More than the players a tournament can have; a stage for places beyond this is ignored. */
const LAST_PLACE = 999_999;

/** Narrowest first; of equally narrow ones, the one for the better places. */
export function bandsOf(matches: readonly Match[]): Band[] {
  return [...new Set(matches.map(({ stageId }) => stageId))]
    .flatMap((stageId) => bandOf(stageId, matches) ?? [])
    .sort((a, b) => a.to - a.from - (b.to - b.from) || a.from - b.from || (a.stageId < b.stageId ? -1 : 1));
}

/** `placement-5-8` is for places 5 to 8, `placement-3` for those from 3 on, as many as it has players. */
function bandOf(stageId: string, matches: readonly Match[]): Band | null {
  const [, first, last] = /^placement-(\d+)(?:-(\d+))?$/.exec(stageId) ?? [];
  if (first === undefined) return null;
  const placeOf = bracketPlaces(matches.filter((match) => match.stageId === stageId));
  const from = Number(first);
  const to = last === undefined ? from + placeOf.size - 1 : Number(last);
  return from >= 1 && to <= LAST_PLACE ? { stageId, from, to, placeOf } : null;
}
