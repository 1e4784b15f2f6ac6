import { describe, expect, test } from 'vitest';
import { bracket, type Match, type Paired } from '../../src/standings/bracket.js';
import { playerOf } from '../../src/standings/contender.js';
import { competition, contender } from './notation.js';

const shown = ({ round, table, first, second, winner, battleId }: Match & Paired) => ({
  round,
  table,
  players: [first?.name, second?.name],
  winner: winner?.name,
  battleId,
});
const NOBODY = [undefined, undefined];

describe('bracket', () => {
  test('goes earliest round first, then by table, and holds only the matches of its stage', () => {
    const { matches, contenders } = competition({
      players: 'a b c d',
      matches: {
        knockout: ['2 Final 1: waiting', '1 Semi-final 10: c meets d', '1 Semi-final 2: a meets b'],
        'placement-3': ['1 Third 1: waiting'],
      },
    });

    expect(bracket('knockout', matches, contenders).map(({ round, table }) => `${round} ${table}`)).toStrictEqual([
      'Semi-final 2',
      'Semi-final 10',
      'Final 1',
    ]);
  });

  test('shows both players of a match or none', () => {
    const final = { stageId: 'knockout', roundNumber: 1, round: 'Final', table: 1, battleId: 'x' };
    const half = { ...final, firstId: 1, secondId: null, winnerId: 1 };

    expect(bracket('knockout', [half], [contender(1, 'a')]).map(shown)).toStrictEqual([
      { round: 'Final', table: 1, players: NOBODY, winner: undefined, battleId: 'x' },
    ]);
  });

  test('shows none of the players of a match when one is not a participant', () => {
    const { matches } = competition({ players: 'a b', matches: { knockout: ['1 Final 1: a beats b'] } });

    expect(bracket('knockout', matches, [contender(1, 'a')]).map(shown)).toStrictEqual([
      { round: 'Final', table: 1, players: NOBODY, winner: undefined, battleId: null },
    ]);
  });

  test('keeps a removed player in the match, without name and id', () => {
    const { matches } = competition({ players: 'a b', matches: { knockout: ['1 Final 1: a beats b'] } });
    const [final] = bracket('knockout', matches, [{ ...contender(1, 'a'), name: null }, contender(2, 'b')]);

    expect([final?.first, final?.winner].map((player) => player && playerOf(player))).toStrictEqual([
      { participantId: 1, player: null, playerId: null },
      { participantId: 1, player: null, playerId: null },
    ]);
  });
});
