// Ways to predict a battle from what was known before it: that of the service, and others to compare it with.
import { ELO_START, eloExpected } from '../../src/ratings/elo.js';
import {
  afterIdleWeeks,
  afterWeek,
  type Evidence,
  expectedScore,
  NEWCOMER,
  type Rating,
  weigh,
} from '../../src/ratings/glicko2.js';
import type { RealBattle } from './battles.js';

/** The expected score of the first player in each battle, in their order. */
export type Predictor = (battles: readonly RealBattle[]) => Float64Array;

export type GlickoOptions = {
  deviation?: number;
  volatility?: number;
  tau?: number;
  /** What part of its distance from the mean a rating keeps over a year without a battle. */
  keptOverYear?: number;
  /** Learns from the battle points shared instead of from the result. */
  fromPoints?: boolean;
};

const WEEKS_A_YEAR = 52;

export function glicko({ keptOverYear = 1, fromPoints = false, tau, ...newcomer }: GlickoOptions = {}): Predictor {
  const start = { ...NEWCOMER, ...newcomer };
  return (battles) => {
    const last = new Map<string, { week: number; rating: Rating }>();
    const expected = new Float64Array(battles.length);
    for (let from = 0, to = 0; from < battles.length; from = to) {
      const week = battles[from]?.week ?? 0;
      while (battles[to]?.week === week) to += 1;
      const entrants = new Map<string, Evidence & { before: Rating }>();
      const enter = (player: string) => {
        const known = entrants.get(player);
        if (known) return known;
        const row = last.get(player);
        const idle = row ? week - row.week - 1 : 0;
        const before = row ? shrunk(afterIdleWeeks(row.rating, idle), keptOverYear ** (idle / WEEKS_A_YEAR)) : start;
        const entrant = { before, information: 0, surprise: 0 };
        entrants.set(player, entrant);
        return entrant;
      };
      for (let at = from; at < to; at += 1) {
        const battle = battles[at] as RealBattle;
        const [one, other] = [enter(battle.first), enter(battle.second)];
        expected[at] = expectedScore(one.before, other.before);
        const score = fromPoints ? battle.share : battle.score;
        weigh(one, one.before, other.before, score);
        weigh(other, other.before, one.before, 1 - score);
      }
      for (const [player, entrant] of entrants) {
        last.set(player, { week, rating: afterWeek(entrant.before, entrant, tau) });
      }
    }
    return expected;
  };
}

const shrunk = (rating: Rating, kept: number): Rating => ({
  ...rating,
  value: NEWCOMER.value + kept * (rating.value - NEWCOMER.value),
});

export function elo(k: number): Predictor {
  return (battles) => {
    const ratings = new Map<string, number>();
    return Float64Array.from(battles, ({ first, second, score }) => {
      const [one, other] = [ratings.get(first) ?? ELO_START, ratings.get(second) ?? ELO_START];
      const expected = eloExpected(one, other);
      ratings.set(first, one + k * (score - expected));
      ratings.set(second, other - k * (score - expected));
      return expected;
    });
  };
}

/** Each player's score so far plus half of `prior` battles won; two of them are compared by their odds. */
export function smoothed(prior: number): Predictor {
  return (battles) => {
    const records = new Map<string, { score: number; battles: number }>();
    const recordOf = (player: string) => {
      const record = records.get(player) ?? { score: prior / 2, battles: prior };
      records.set(player, record);
      return record;
    };
    return Float64Array.from(battles, ({ first, second, score }) => {
      const [one, other] = [recordOf(first), recordOf(second)];
      const odds = (one.score / (one.battles - one.score)) * ((other.battles - other.score) / other.score);
      one.score += score;
      other.score += 1 - score;
      one.battles += 1;
      other.battles += 1;
      return odds / (1 + odds);
    });
  };
}

export const even: Predictor = (battles) => new Float64Array(battles.length).fill(0.5);

/** Makes each prediction bolder or, below 1, more careful. */
export const stretched =
  (predictor: Predictor, slope: number): Predictor =>
  (battles) =>
    predictor(battles).map((expected) => logistic(slope * logit(expected)));

/**
 * Adds the strength of both factions: what their players scored beyond the predictions of the weeks before, as a logit,
 * drawn to 0 by `prior` battles.
 */
export const withFactions =
  (predictor: Predictor, prior: number): Predictor =>
  (battles) => {
    const predicted = predictor(battles);
    const sums = new Map<string, { surprise: number; information: number }>();
    const strength = (faction: string) => {
      const { surprise = 0, information = 0 } = sums.get(faction) ?? {};
      return surprise / (information + prior / 4);
    };
    const expected = new Float64Array(battles.length);
    for (let from = 0, to = 0; from < battles.length; from = to) {
      const week = battles[from]?.week;
      while (battles[to]?.week === week) to += 1;
      for (let at = from; at < to; at += 1) {
        const [own, met] = battles[at]?.factions ?? ['', ''];
        expected[at] = logistic(logit(predicted[at] ?? 0.5) + strength(own) - strength(met));
      }
      for (let at = from; at < to; at += 1) {
        const { factions, score } = battles[at] as RealBattle;
        const p = predicted[at] ?? 0.5;
        for (const [side, faction] of factions.entries()) {
          const sum = sums.get(faction) ?? { surprise: 0, information: 0 };
          sum.surprise += side === 0 ? score - p : p - score;
          sum.information += p * (1 - p);
          sums.set(faction, sum);
        }
      }
    }
    return expected;
  };

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));
