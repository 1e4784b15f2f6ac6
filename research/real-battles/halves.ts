// How often intervals are right on real data, where the truth is not known: events are split into halves by lot, each half
// estimates every figure, and the two should differ by no more than both intervals allow together.

import { Random } from '../../scripts/demo-world/random.js';
import { BattlesByPlayer } from '../../src/statistics/by-player.js';
import type { Estimate, Interval } from '../../src/statistics/estimate.js';
import type { Event, FactionId } from '../../src/statistics/event.js';
import { Field } from '../../src/statistics/field.js';
import { Matrix } from '../../src/statistics/matrix.js';
import { Records } from '../../src/statistics/records.js';

const KINDS = ['interval', 'wilson', 'byEvent', 'byPlayer'] as const;
type Kind = (typeof KINDS)[number];
/** Number of compared figures, and in how many of them the halves agreed by each kind of interval. */
export type Agreement = { figures: number; n: number } & Record<Kind, number>;
export const FIGURES = [
  'win rate of a faction',
  'win rate of one faction against another',
  'share of the field',
] as const;
export type Figure = (typeof FIGURES)[number];

/** As in the simulation: a sample that is smaller is not judged. */
const LEAST = { n: 20, events: 3 };

export function compareHalves(events: readonly Event[], splits: number, seed: string): Record<Figure, Agreement> {
  const random = new Random(seed);
  const none = () => ({ figures: 0, n: 0, interval: 0, wilson: 0, byEvent: 0, byPlayer: 0 });
  const sums = Object.fromEntries(FIGURES.map((figure) => [figure, none()])) as Record<Figure, Agreement>;
  const played = events.filter(({ results }) => results.length > 0);
  for (let split = 0; split < splits; split += 1) {
    const order = played.map((event) => ({ event, place: random.next() })).sort((a, b) => a.place - b.place);
    const middle = Math.floor(order.length / 2);
    const [one, other] = [order.slice(0, middle), order.slice(middle)].map((half) =>
      estimatesOf(half.map((each) => each.event)),
    );
    for (const [key, { figure, estimate }] of one ?? []) {
      const second = other?.get(key)?.estimate;
      if (second) compare(sums[figure], estimate, second);
    }
  }
  for (const sum of Object.values(sums)) {
    sum.n /= sum.figures;
    for (const kind of KINDS) sum[kind] /= sum.figures;
  }
  return sums;
}

type Estimates = Map<string, { figure: Figure; estimate: Estimate }>;

function estimatesOf(events: Event[]): Estimates {
  const [records, matrix, field] = [new Records('HALF'), new Matrix('HALF'), new Field()];
  for (const event of events) for (const sums of [records, matrix, field]) sums.add(event);
  const battles = toEnd(BattlesByPlayer.of(events));
  for (const steps of [records.addPlayers(battles), matrix.addPlayers(battles), field.addPlayers()]) toEnd(steps);
  const estimates: Estimates = new Map();
  const add = (figure: Figure, of: FactionId[], estimate: Estimate) =>
    estimates.set(`${figure} ${of}`, { figure, estimate });
  for (const faction of new Set(events.flatMap(({ factions }) => factions))) {
    add(FIGURES[0], [faction], records.winRate(faction));
    add(FIGURES[2], [faction], field.share(faction));
  }
  for (const [first, second] of matrix.pairs) {
    const [low, high] = first < second ? [first, second] : [second, first];
    if (low !== high) add(FIGURES[1], [low, high], matrix.winRate(low, high));
  }
  return estimates;
}

function compare(sum: Agreement, one: Estimate, other: Estimate): void {
  if ([one, other].some(({ n, events, byPlayer }) => n < LEAST.n || events < LEAST.events || byPlayer === null)) return;
  sum.figures += 1;
  sum.n += Math.min(one.n, other.n);
  for (const kind of KINDS) sum[kind] += Number(agree(one, other, kind));
}

/** The difference, against the two sides of the intervals that face each other, added like errors. */
function agree(one: Estimate, other: Estimate, kind: Kind): boolean {
  const [low, high] = (one.value ?? 0) < (other.value ?? 0) ? [one, other] : [other, one];
  const [up, down] = [low[kind] as Interval, high[kind] as Interval];
  const [from, to] = [low.value ?? 0, high.value ?? 0];
  return to - from <= Math.hypot(up.high - from, to - down.low);
}

function toEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
