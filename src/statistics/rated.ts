// Battles with the scores expected from both players' ratings: six integers each, in the encoding that the migrations
// of ratings define.
import { aboveExpectation, MILLIONTHS } from './above-expectation.js';
import type { Estimate } from './estimate.js';
import { type Event, FACTIONS_MAX, type FactionId, packResult, reversedResultCode } from './event.js';
import { MomentSum } from './moments.js';
import { HALF_POINTS } from './score.js';

export type RatedEvent = { month: string | null; battles: Int32Array };

/** Range of both players' ratings before the week of the battle, in whole points, both ends included. */
export type Bounds = { from: number; to: number };

/** A rating as it is stored: twice its whole part, plus 1 if it has decimals. So it compares exactly with whole points. */
export const packRating = (value: number): number => 2 * Math.floor(value) + (Number.isInteger(value) ? 0 : 1);

type Battle = {
  first: FactionId;
  second: FactionId;
  /** Role and score of the first. */
  way: number;
  /** Expected score of the first, in millionths. */
  expected: number;
  /** Numbers of both players. */
  players: readonly [number, number];
};

const NUMBERS = 6;

function eachBattle({ battles }: RatedEvent, { from, to }: Bounds, visit: (battle: Battle) => void): void {
  for (let at = 0; at + NUMBERS <= battles.length; at += NUMBERS) {
    const [outcome, values] = [battles[at + 2] ?? 0, battles[at + 3] ?? 0];
    const [one, other] = [values >>> 16, values & 0xffff];
    if (one < 2 * from || other < 2 * from || one > 2 * to || other > 2 * to) continue;
    const [first, second] = [battles[at] ?? 0, battles[at + 1] ?? 0];
    const players = [battles[at + 4] ?? 0, battles[at + 5] ?? 0] as const;
    visit({ first, second, way: outcome >>> 20, expected: outcome & 0xfffff, players });
  }
}

/**
 * Returns the event with only the battles in which both players' ratings are within the bounds. The field is empty,
 * because it is not known which of its players had such a rating.
 */
export function withinRatings(event: RatedEvent, bounds: Bounds): Event {
  const battles: Battle[] = [];
  eachBattle(event, bounds, (battle) => battles.push(battle));
  const factions = [...new Set(battles.flatMap(({ first, second }) => [first, second]))].sort(
    (one, other) => one - other,
  );
  const places = new Map(factions.slice(0, FACTIONS_MAX).map((faction, place) => [faction, place]));
  const roster = [...new Set(battles.flatMap(({ players }) => players))];
  const indexes = new Map(roster.map((player, index) => [player, index]));
  const coded = battles
    .flatMap(({ first, second, way, players }) => {
      const [one, other] = [places.get(first), places.get(second)];
      if (one === undefined || other === undefined) return [];
      const [own, met] = players.map((player) => indexes.get(player) ?? 0) as [number, number];
      return one <= other
        ? { code: packResult(one, other, way), sides: (own << 16) | met }
        : { code: packResult(other, one, reversedResultCode(way)), sides: (met << 16) | own };
    })
    .sort((one, other) => one.code - other.code);
  return {
    month: event.month,
    factions,
    players: 0,
    results: Int32Array.from(coded, ({ code }) => code),
    roster: Int32Array.from(roster),
    sides: Int32Array.from(coded, ({ sides }) => sides),
    field: new Int32Array(),
  };
}

const NO_BATTLES = new MomentSum(3);

/** Score minus expected score, by faction and by pair of factions. Events are added one by one. */
export class Expectations {
  private readonly factions = new Map<FactionId, MomentSum>();
  private readonly pairs = new Map<number, MomentSum>();

  constructor(private readonly bounds: Bounds) {}

  ofFaction(faction: FactionId): Estimate {
    return aboveExpectation((this.factions.get(faction) ?? NO_BATTLES).moments);
  }

  ofPair(first: FactionId, second: FactionId): Estimate {
    return aboveExpectation((this.pairs.get(pairKey(first, second)) ?? NO_BATTLES).moments);
  }

  add(event: RatedEvent): void {
    const factions = new Map<FactionId, Sums>();
    const pairs = new Map<number, Sums>();
    eachBattle(event, this.bounds, ({ first, second, way, expected }) => {
      if (first === second) return;
      const [score, other] = [way % 3, HALF_POINTS - (way % 3)];
      count(factions, first, score, expected);
      count(factions, second, other, MILLIONTHS - expected);
      count(pairs, pairKey(first, second), score, expected);
      count(pairs, pairKey(second, first), other, MILLIONTHS - expected);
    });
    addAll(this.factions, factions);
    addAll(this.pairs, pairs);
  }
}

type Sums = [score: number, expected: number, battles: number];

function count(counts: Map<number, Sums>, key: number, score: number, expected: number): void {
  const sums = counts.get(key);
  if (sums) {
    sums[0] += score;
    sums[1] += expected;
    sums[2] += 1;
  } else counts.set(key, [score, expected, 1]);
}

function addAll(totals: Map<number, MomentSum>, counts: Map<number, Sums>): void {
  for (const [key, sums] of counts) {
    const total = totals.get(key) ?? new MomentSum(3);
    totals.set(key, total);
    total.add(sums);
  }
}

/** Ids are below 2³¹, so keys are exact for the first four million ids (2²²). */
const pairKey = (first: FactionId, second: FactionId) => first * 2 ** 31 + second;
