// Packs what ratings expected of each battle between known factions, in the format that the migration describes.

import { getOrMake } from '../../helpers/get-or-make.js';
import type { PlayedWeek } from '../../ratings/replay.js';
import { packRating } from '../../statistics/rated.js';
import type { CountedBattle } from './counted-battle.js';

export type Expectations = { tournament: string; week: number; results: string };

/** One entry per tournament of the week, as hexadecimal digits. */
export function packExpectations({ week, battles }: PlayedWeek<CountedBattle>): Expectations[] {
  const numbers = new Map<string, number[]>();
  for (const { battle, first, second, expected } of battles) {
    const { tournament, firstFaction, secondFaction, role, score } = battle;
    if (firstFaction === null || secondFaction === null) continue;
    const of = getOrMake(numbers, tournament, () => []);
    const millionths = Math.floor(expected * 1e6 + 0.5);
    of.push(firstFaction, secondFaction, ((role * 3 + 2 * score) << 20) | millionths);
    of.push((packRating(first.value) << 16) | packRating(second.value), battle.firstNumber, battle.secondNumber);
  }
  return Array.from(numbers, ([tournament, all]) => ({ tournament, week, results: hexOf(all) }));
}

function hexOf(numbers: number[]): string {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeInt32BE(number, at * 4);
  return bytes.toString('hex');
}
