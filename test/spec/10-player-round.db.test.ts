import { describe, expect, test } from 'vitest';
import type { RoundRecord } from '../../src/bundle/record.js';
import { casual } from '../support/world.js';
import { openService } from './service.js';

const { load, data } = openService(casual('other'));

describe('PlayerRound', () => {
  test('has these fields in this order', async () => {
    const full = {
      round: 1,
      victoryPoints: 10,
      objectivePoints: 5,
      objectives: ['Centre', 'Left'],
      battleTactic: 'Seize the Centre',
      battleTacticScored: true,
      priority: true,
    };
    const [answered] = await rounds({ ...full, metrics: { kills: 2 } });
    expect(JSON.stringify(answered)).toBe(JSON.stringify(full));
  });

  test('round (number)', async () => {
    expect((await rounds({ round: 1 }, { round: 2 }, { round: 3 })).map(({ round }) => round)).toStrictEqual([1, 2, 3]);
    expect((await rounds({ round: 10 }, { round: 3 }, { round: 1 })).map(({ round }) => round)).toStrictEqual([
      1, 3, 10,
    ]);
  });

  test('victoryPoints (number)', async () => {
    expect(await rounds({ round: 1, victoryPoints: 7 })).toMatchObject([{ victoryPoints: 7 }]);
  });

  test('objectivePoints (number)', async () => {
    expect(await rounds({ round: 1, objectivePoints: 4 })).toMatchObject([{ objectivePoints: 4 }]);
  });

  test('objectives (string[])', async () => {
    const objectives = ['Left flank', 'Home'];
    expect(await rounds({ round: 1, objectives })).toMatchObject([{ objectives }]);
  });

  test('battleTactic (string)', async () => {
    const battleTactic = 'Slay the Warlord';
    expect(await rounds({ round: 1, battleTactic })).toMatchObject([{ battleTactic }]);
  });

  test('battleTacticScored (boolean)', async () => {
    const [first, second] = await rounds(
      { round: 1, battleTacticScored: true },
      { round: 2, battleTacticScored: false },
    );
    expect([first?.battleTacticScored, second?.battleTacticScored]).toStrictEqual([true, false]);
  });

  test('priority (boolean)', async () => {
    const [first, second] = await rounds({ round: 1, priority: false }, { round: 2, priority: true });
    expect([first?.priority, second?.priority]).toStrictEqual([false, true]);
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

/** What comes back of the rounds of a side. */
async function rounds(...given: RoundRecord[]): Promise<RoundRecord[]> {
  await load(casual('b-1', { sides: [{ name: 'Ann', rounds: given }, { name: 'Bo' }] }));
  return (await data('/api/v1/battles/b-1')).players[0].rounds;
}
