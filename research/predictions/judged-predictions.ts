import { Random } from '../../scripts/demo-world/random.js';
import { logLoss, type Prediction, predictionOf } from '../../src/ratings/prediction.js';
import type { RatedBattle } from '../../src/ratings/replay.js';
import { replay } from './replay.js';
import { smoothedLoss } from './smoothed.js';

/** Players with known strengths, in rating points, who meet at events of five rounds. */
export type Scenario = {
  players: number;
  weeks: number;
  /** Number of players at each week's event. */
  field: number;
  /** Standard deviation of the strengths. */
  spread: number;
  /** Standard deviation of a strength's change over a year. */
  drift: number;
};

type Known = RatedBattle<number> & { truth: number };

const ROUNDS = 5;
const DRAWS = 0.03;
const WEEKS_A_YEAR = 52;

type Judged = Prediction & { smoothed: number; truth: number };

/**
 * Judges the predictions of the ratings for the last tenth of the battles. `smoothed` is the log-loss of win rates,
 * `truth` that of a predictor that knows the strengths.
 */
export function judgedPredictions(scenario: Scenario, seed: string): Judged {
  const battles = played(scenario, seed);
  const judged = predictionOf(Array.from(replay(battles), (week) => week.predictions));
  if (!judged) throw new Error('nobody has met');
  const last = battles.filter(({ week }) => week >= judged.since);
  const loss = last.reduce((sum, { truth, score }) => sum + logLoss(truth, score), 0);
  return { ...judged, smoothed: smoothedLoss(battles, judged.since), truth: loss / last.length };
}

/** The means over a number of worlds, and in what part of them others predicted better: one small world says little. */
export function judgedWorlds(scenario: Scenario, seed: string, worlds: number) {
  const all = Array.from({ length: worlds }, (_, world) => judgedPredictions(scenario, `${seed} ${world}`));
  const mean = (of: (judged: Judged) => number) => all.reduce((sum, judged) => sum + of(judged), 0) / worlds;
  return {
    battles: Math.round(mean(({ battles }) => battles)),
    glicko2: mean(({ glicko2 }) => glicko2),
    elo: mean(({ elo }) => elo),
    smoothed: mean(({ smoothed }) => smoothed),
    eloBetter: mean(({ glicko2, elo }) => Number(elo < glicko2)),
    smoothedBetter: mean(({ glicko2, smoothed }) => Number(smoothed < glicko2)),
  };
}

function played({ players, weeks, field, spread, drift }: Scenario, seed: string): Known[] {
  const random = new Random(seed);
  const strengths = Array.from({ length: players }, () => spread * normal(random));
  const step = drift / Math.sqrt(WEEKS_A_YEAR);
  const battles: Known[] = [];
  for (let week = 0; week < weeks; week += 1) {
    for (const player of strengths.keys()) strengths[player] = (strengths[player] ?? 0) + step * normal(random);
    const entrants = shuffled([...strengths.keys()], random).slice(0, field);
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = shuffled(entrants, random);
      for (let at = 0; at + 1 < order.length; at += 2) {
        const [first, second] = [order[at] ?? 0, order[at + 1] ?? 0];
        const lead = (strengths[first] ?? 0) - (strengths[second] ?? 0);
        const truth = 1 / (1 + 10 ** (-lead / 400));
        const score = random.chance(DRAWS) ? 0.5 : Number(random.chance(truth));
        battles.push({ week, first, second, score, truth });
      }
    }
  }
  return battles;
}

function shuffled(players: readonly number[], random: Random): number[] {
  return players
    .map((player) => ({ player, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ player }) => player);
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
