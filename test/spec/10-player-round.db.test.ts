import type { RoundRecord } from '@battle-results/bundle-format/record';
import { describe, expect, test } from 'vitest';
import { casual } from '../support/world.js';
import { openService } from './service.js';

const { load, data } = openService(casual('other'));

describe('PlayerRound', () => {
  test('has these fields in this order', async () => {
    const full = {
      round: 1, // number.
      victoryPoints: 10, // number.
      objectivePoints: 5, // number.
      objectives: ['Centre', 'Left'], // string[].
      battleTactic: 'Seize the Centre', // string.
      battleTacticScored: true, // boolean.
      priority: false, // boolean.
    };
    const next = { ...full, round: 2, battleTacticScored: false, priority: true };
    const answered = await rounds({ ...full, metrics: { kills: 2 } }, next);
    expect(JSON.stringify(answered)).toBe(JSON.stringify([full, next]));
  });

  test('round (number)', async () => {
    expect((await rounds({ round: 1 }, { round: 2 }, { round: 3 })).map(({ round }) => round)).toStrictEqual([1, 2, 3]);
    expect((await rounds({ round: 10 }, { round: 3 }, { round: 1 })).map(({ round }) => round)).toStrictEqual([
      1, 3, 10,
    ]);
  });

  test('Nullability of PlayerRound fields: not shown. Decided: empty, 0 or false when not given; `battleTactic` null when none was picked', async () => {
    expect(JSON.stringify(await rounds({ round: 1 }))).toBe(
      JSON.stringify([
        {
          round: 1,
          victoryPoints: 0,
          objectivePoints: 0,
          objectives: [],
          battleTactic: null,
          battleTacticScored: false,
          priority: false,
        },
      ]),
    );
  });
});

/** Returns the rounds of a side as the service answers them. */
async function rounds(...given: RoundRecord[]): Promise<RoundRecord[]> {
  await load(casual('b-1', { sides: [{ name: 'Ann', rounds: given }, { name: 'Bo' }] }));
  return (await data('/api/v1/battles/b-1')).players[0].rounds;
}
