// Battles with what the ratings of both players expected of them: four numbers each, as the migration of ratings has them.
import { aboveExpectation, MILLIONTHS } from './above-expectation.js';
import type { Estimate } from './estimate.js';
import { type Event, type FactionId, PLACES, packResult, turnedWay } from './event.js';
import { MomentSum } from './moments.js';
import { HALF_POINTS } from './score.js';

/** The battles of one event. */
export type RatedEvent = { month: string | null; battles: Int32Array };

/** Ratings of both players, before the week of the battle and without decimals. */
export type Bounds = { from: number; to: number };

type Battle = {
  first: FactionId;
  second: FactionId;
  /** Of the first. */
  way: number;
  /** What the first was expected to score, in millionths. */
  expected: number;
};

function* battlesOf({ battles }: RatedEvent, { from, to }: Bounds): Generator<Battle> {
  for (let at = 0; at + 3 < battles.length; at += 4) {
    const [first = 0, second = 0, outcome = 0, values = 0] = battles.subarray(at, at + 4);
    const [one, other] = [values >>> 16, values & 0xffff];
    if (Math.min(one, other) < from || Math.max(one, other) > to) continue;
    yield { first, second, way: outcome >>> 20, expected: outcome & 0xfffff };
  }
}

/** An event of those battles alone whose players both had such a rating. Who of the field had one is not known. */
export function withinRatings(event: RatedEvent, bounds: Bounds): Event {
  const places = new Map<FactionId, number>();
  const placeOf = (faction: FactionId) => {
    const place = places.get(faction) ?? places.size;
    places.set(faction, place);
    return place;
  };
  const results: number[] = [];
  for (const { first, second, way } of battlesOf(event, bounds)) {
    const [one, other] = [placeOf(first), placeOf(second)];
    if (Math.max(one, other) >= PLACES) continue;
    results.push(one <= other ? packResult(one, other, way) : packResult(other, one, turnedWay(way)));
  }
  const sorted = Int32Array.from(results).sort();
  return { month: event.month, factions: [...places.keys()], results: sorted, field: new Int32Array() };
}

/** Score less what was expected, of factions and of each against each. */
export class Expectations {
  private readonly sums = new Map<string, MomentSum>();

  constructor(events: readonly RatedEvent[], bounds: Bounds) {
    for (const event of events) this.add(event, bounds);
  }

  ofFaction(faction: FactionId): Estimate {
    return this.of(String(faction));
  }

  ofPair(first: FactionId, second: FactionId): Estimate {
    return this.of(pairKey(first, second));
  }

  private of(key: string): Estimate {
    return aboveExpectation((this.sums.get(key) ?? new MomentSum(3)).moments);
  }

  private add(event: RatedEvent, bounds: Bounds): void {
    const counts = new Map<string, [score: number, expected: number, battles: number]>();
    const count = (key: string, score: number, expected: number) => {
      const sum = counts.get(key);
      if (sum) {
        sum[0] += score;
        sum[1] += expected;
        sum[2] += 1;
      } else counts.set(key, [score, expected, 1]);
    };
    for (const { first, second, way, expected } of battlesOf(event, bounds)) {
      if (first === second) continue;
      const [score, other] = [way % 3, HALF_POINTS - (way % 3)];
      count(String(first), score, expected);
      count(pairKey(first, second), score, expected);
      count(String(second), other, MILLIONTHS - expected);
      count(pairKey(second, first), other, MILLIONTHS - expected);
    }
    for (const [key, sum] of counts) {
      const sums = this.sums.get(key) ?? new MomentSum(3);
      this.sums.set(key, sums);
      sums.add(sum);
    }
  }
}

const pairKey = (first: FactionId, second: FactionId) => `${first}-${second}`;
