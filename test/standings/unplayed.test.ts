import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';
import { describe, expect, test } from 'vitest';
import { board } from '../../src/standings/board.js';
import type { Competition } from '../../src/standings/competition.js';
import { isUndecided } from '../../src/standings/final-standings.js';
import { type PlayedSide, ranksByRound } from '../../src/standings/ranks-by-round.js';
import { withUnplayed } from '../../src/standings/unplayed.js';
import { competition, shown } from './notation.js';

const bye = (round: number, rest: Partial<UnplayedRound> = {}): UnplayedRound => ({
  ...{ stage: 'swiss', round, kind: 'bye', outcome: 'win', battlePoints: 10, victoryPoints: 0 },
  ...rest,
});

/** The competition of three players, in which each sits out a round, as the database gives it. */
function of(unplayed: Record<string, UnplayedRound[]>, throughRound: number | null = null): Competition {
  const own = competition({
    players: 'a b c',
    battles: { swiss: ['a beats b 12-8 50-40'] },
    tieBreakers: ['battlePoints', 'opponentsBattlePoints', 'victoryPointsDiff'],
  });
  const contenders = own.contenders.map((one) => ({ ...one, unplayed: unplayed[one.name ?? ''] ?? [] }));
  return { ...own, contenders, figures: withUnplayed(own.figures, contenders, throughRound) };
}

const rowOf = (from: Competition, name: string) => board('swiss', from).find(({ player }) => player === name);

describe('a round that was not played', () => {
  test('adds what the organiser awards, to a player who has not played yet too, and is no battle', () => {
    const after = of({ b: [bye(2, { battlePoints: 10.1, victoryPoints: 30 })], c: [bye(1)] });
    expect(shown(board('swiss', after))).toBe('1 b, 2 a, 3 c');
    expect(rowOf(after, 'b')).toMatchObject({
      ...{ battles: 1, unplayed: 1, wins: 1, losses: 1 },
      ...{ battlePoints: 18.1, victoryPoints: 70, victoryPointsDiff: 20 },
    });
    expect(rowOf(after, 'c')).toMatchObject({ rank: 3, battles: 0, unplayed: 1, wins: 1, battlePoints: 10 });
  });

  test('that awards nothing counts nothing, but the player has taken part', () => {
    const nothing = bye(1, { kind: 'noShow', outcome: 'loss', battlePoints: null, victoryPoints: null });
    expect(rowOf(of({ c: [nothing] }), 'c')).toMatchObject({ rank: 3, losses: 1, battlePoints: 0 });
    expect(rowOf(of({}), 'c')).toMatchObject({ rank: null, unplayed: 0 });
  });

  test('does not make opponents stronger: only what they won in battles counts', () => {
    expect(rowOf(of({ b: [bye(2)] }), 'a')).toMatchObject({ opponentsBattlePoints: 8 });
  });

  test('counts from its round on', () => {
    expect(rowOf(of({ b: [bye(2)] }, 1), 'b')).toMatchObject({ battlePoints: 8, unplayed: 0 });
    const side = (participantId: number, round: number, pointUnits: number): PlayedSide => ({
      ...{ stageId: 'swiss', round, participantId, opponentId: 3 - participantId, outcome: null, pointUnits },
      ...{ victoryPoints: 0, victoryPointsDiff: 0 },
    });
    const sides = [1, 2].flatMap((round) => [side(1, round, 10_000), side(2, round, 0)]);
    const ranks = [...ranksByRound('swiss', of({ b: [bye(2)] }), sides)].map(({ rankOf }) => [
      rankOf.get(1),
      rankOf.get(2),
    ]);
    expect(ranks).toStrictEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test('decides a tournament in which nothing else does', () => {
    const without = competition({ players: 'a b' });
    const contenders = without.contenders.map((one) => ({ ...one, unplayed: [bye(1)] }));
    expect(isUndecided(without)).toBe(true);
    expect(isUndecided({ ...without, contenders, figures: withUnplayed([], contenders, null) })).toBe(false);
  });
});
