import { Random } from '../../scripts/demo-world/random.js';
import type { RatedBattle } from '../../src/ratings/replay.js';

export type World = { players: number; weeks: number; battlesAWeek: number; spread?: number; draws?: number };

/** Battles among players of known, constant strengths, with random opponents. */
export function playWorld(seed: string, { players, weeks, battlesAWeek, spread = 200, draws = 0.05 }: World) {
  const random = new Random(seed);
  const strengths = Array.from({ length: players }, () => spread * normal(random));
  const battles: RatedBattle<number>[] = [];
  for (let week = 0; week < weeks; week += 1) {
    for (let count = 0; count < battlesAWeek; count += 1) {
      const first = random.below(players);
      const second = (first + 1 + random.below(players - 1)) % players;
      const lead = (strengths[first] ?? 0) - (strengths[second] ?? 0);
      const wins = random.chance(1 / (1 + 10 ** (-lead / 400)));
      battles.push({ week, first, second, score: random.chance(draws) ? 0.5 : Number(wins) });
    }
  }
  return { strengths, battles };
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
