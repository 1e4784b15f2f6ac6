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
export const battlesIn = ({ battles }: RatedEvent): number => battles.length / NUMBERS;
/** Indexes of a battle's integers: factions, role and score of the first with its expected score, ratings, players. */
const AT = { first: 0, second: 1, outcome: 2, ratings: 3, one: 4, other: 5 } as const;

/**
 * Returns the event with only the battles in which both players' ratings are within the bounds. The field is empty,
 * because it is not known which of its players had such a rating.
 */
export function withinRatings({ month, battles }: RatedEvent, bounds: Bounds): Event {
  const at: number[] = [];
  for (let battle = 0; battle + NUMBERS <= battles.length; battle += NUMBERS) {
    if (isWithin(battles[battle + AT.ratings] ?? 0, bounds)) at.push(battle);
  }
  const [factions, firsts, seconds] = indexed(battles, at, AT.first, AT.second);
  const [roster, ones, others] = indexed(battles, at, AT.one, AT.other);
  // Sorted by the result with the index of the battle below it, which is many times faster than sorting objects.
  if (scratch.length < at.length) scratch = new Float64Array(2 * at.length);
  const codes = scratch.subarray(0, at.length);
  for (let nth = 0; nth < codes.length; nth += 1) {
    const way = (battles[(at[nth] ?? 0) + AT.outcome] ?? 0) >>> 20;
    const one = firsts[nth] ?? 0;
    const other = seconds[nth] ?? 0;
    const code = one <= other ? packResult(one, other, way) : packResult(other, one, reversedResultCode(way));
    codes[nth] = one < FACTIONS_MAX && other < FACTIONS_MAX ? code * INDEXES + nth : LEFT_OUT;
  }
  codes.sort();
  const kept = codes.at(-1) === LEFT_OUT ? codes.subarray(0, codes.indexOf(LEFT_OUT)) : codes;
  const { length } = kept;
  const numbers = new Int32Array(3 * length);
  const event = {
    ...{ month, factions: [...factions], players: 0, roster, field: NO_FIELD, results: numbers.subarray(0, length) },
    ...{ sides: numbers.subarray(length, 2 * length), above: numbers.subarray(2 * length) },
  };
  for (let to = 0; to < kept.length; to += 1) {
    const result = Math.floor((kept[to] ?? 0) / INDEXES);
    const nth = (kept[to] ?? 0) - result * INDEXES;
    const outcome = battles[(at[nth] ?? 0) + AT.outcome] ?? 0;
    const own = ones[nth] ?? 0;
    const met = others[nth] ?? 0;
    const gained = HALF_POINT * ((outcome >>> 20) % 3) - (outcome & 0xfffff);
    const isInOrder = (firsts[nth] ?? 0) <= (seconds[nth] ?? 0);
    event.results[to] = result;
    event.sides[to] = isInOrder ? (own << 16) | met : (met << 16) | own;
    event.above[to] = isInOrder ? gained : -gained;
  }
  return event;
}

/** One array for all events: thousands of small ones would keep the garbage collector busy. */
let scratch = new Float64Array();
const NO_FIELD = new Int32Array();

/** The numbers at two places of these battles in order, each once, and as indexes of them both places of each battle. */
function indexed(battles: Int32Array, at: readonly number[], one: number, other: number) {
  const indexes = new Map<number, number>();
  for (const battle of at) {
    indexes.set(battles[battle + one] ?? 0, 0);
    indexes.set(battles[battle + other] ?? 0, 0);
  }
  const sorted = Int32Array.from(indexes.keys()).sort();
  for (const [index, number] of sorted.entries()) indexes.set(number, index);
  const both = new Int32Array(2 * at.length);
  const [ones, others] = [both.subarray(0, at.length), both.subarray(at.length)];
  for (let nth = 0; nth < at.length; nth += 1) {
    ones[nth] = indexes.get(battles[(at[nth] ?? 0) + one] ?? 0) ?? 0;
    others[nth] = indexes.get(battles[(at[nth] ?? 0) + other] ?? 0) ?? 0;
  }
  return [sorted, ones, others] as const;
}

/** More than the battles of one event; codes of results are below 2³⁰, so that the products are exact. */
const INDEXES = 2 ** 22;
const LEFT_OUT = Infinity;

function isWithin(ratings: number, { from, to }: Bounds): boolean {
  const [one, other] = [ratings >>> 16, ratings & 0xffff];
  return one >= 2 * from && other >= 2 * from && one <= 2 * to && other <= 2 * to;
}
