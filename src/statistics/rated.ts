// Battles with the scores expected from both players' ratings: six integers each, in the encoding that the migrations
// of ratings define.
import { type Event, FACTIONS_MAX, packResult, reversedResultCode } from './event.js';
import { HALF_POINTS } from './score.js';

/** Expected scores are rounded to millionths per battle, so that their sums are exact. */
export const MILLIONTHS = 1_000_000;
const HALF_POINT = MILLIONTHS / HALF_POINTS;

export type RatedEvent = { month: string | null; battles: Int32Array };

/** Range of both players' ratings before the week of the battle, in whole points, both ends included. */
export type Bounds = { from: number; to: number };

/** A rating as it is stored: twice its whole part, plus 1 if it has decimals. So it compares exactly with whole points. */
export const packRating = (value: number): number => 2 * Math.floor(value) + (Number.isInteger(value) ? 0 : 1);

const NUMBERS = 6;
/** Indexes of a battle's integers: factions, role and score of the first with its expected score, ratings, players. */
const AT = { first: 0, second: 1, outcome: 2, ratings: 3, one: 4, other: 5 } as const;

/**
 * Returns the event with only the battles in which both players' ratings are within the bounds. The field is empty,
 * because it is not known which of its players had such a rating.
 */
export function withinRatings({ month, battles }: RatedEvent, bounds: Bounds): Event {
  const counted: number[] = [];
  for (let at = 0; at + NUMBERS <= battles.length; at += NUMBERS) {
    if (isWithin(battles[at + AT.ratings] ?? 0, bounds)) counted.push(at);
  }
  const at = Int32Array.from(counted);
  const column = (place: number) => at.map((battle) => battles[battle + place] ?? 0);
  const [factions, firsts, seconds] = indexed(column(AT.first), column(AT.second));
  const [roster, ones, others] = indexed(column(AT.one), column(AT.other));
  const outcomes = column(AT.outcome);
  // Sorted by the result with the index of the battle below it, which is many times faster than sorting objects.
  const codes = Float64Array.from(at, (_, nth) => {
    const way = (outcomes[nth] ?? 0) >>> 20;
    const [one, other] = [firsts[nth] ?? 0, seconds[nth] ?? 0];
    if (one >= FACTIONS_MAX || other >= FACTIONS_MAX) return LEFT_OUT;
    return (
      (one <= other ? packResult(one, other, way) : packResult(other, one, reversedResultCode(way))) * INDEXES + nth
    );
  }).sort();
  const kept = codes.includes(LEFT_OUT) ? codes.subarray(0, codes.indexOf(LEFT_OUT)) : codes;
  const event = {
    ...{ month, factions: [...factions], players: 0, roster, field: new Int32Array() },
    ...{ results: new Int32Array(kept.length), sides: new Int32Array(kept.length), above: new Int32Array(kept.length) },
  };
  for (let to = 0; to < kept.length; to += 1) {
    const result = Math.floor((kept[to] ?? 0) / INDEXES);
    const nth = (kept[to] ?? 0) - result * INDEXES;
    const [outcome, own, met] = [outcomes[nth] ?? 0, ones[nth] ?? 0, others[nth] ?? 0];
    const gained = HALF_POINT * ((outcome >>> 20) % 3) - (outcome & 0xfffff);
    const isInOrder = (firsts[nth] ?? 0) <= (seconds[nth] ?? 0);
    event.results[to] = result;
    event.sides[to] = isInOrder ? (own << 16) | met : (met << 16) | own;
    event.above[to] = isInOrder ? gained : -gained;
  }
  return event;
}

/** The numbers of two columns in order, each once, and both columns as indexes of them. */
function indexed(one: Int32Array, other: Int32Array): [sorted: Int32Array, one: Int32Array, other: Int32Array] {
  const indexes = new Map<number, number>();
  for (const column of [one, other]) for (const number of column) indexes.set(number, 0);
  const sorted = Int32Array.from(indexes.keys()).sort();
  for (const [index, number] of sorted.entries()) indexes.set(number, index);
  const inColumn = (column: Int32Array) => column.map((number) => indexes.get(number) ?? 0);
  return [sorted, inColumn(one), inColumn(other)];
}

/** More than the battles of one event; codes of results are below 2³⁰, so that the products are exact. */
const INDEXES = 2 ** 22;
const LEFT_OUT = Infinity;

function isWithin(ratings: number, { from, to }: Bounds): boolean {
  const [one, other] = [ratings >>> 16, ratings & 0xffff];
  return one >= 2 * from && other >= 2 * from && one <= 2 * to && other <= 2 * to;
}
