import { describe, expect, test } from 'vitest';
import {
  defaultStage,
  type Stage,
  type Staged,
  stagesInOrder,
  stagesUnderWay,
  totalRounds,
} from '../../src/standings/stage.js';
import { competition } from './notation.js';

const stage = (id: string, position: number, rounds: number | null): Stage => {
  const type = id === 'knockout' || id === 'placement-3' ? 'bracket' : 'board';
  return { tournamentSlug: 'clash', id, name: `The ${id}`, type, rounds, players: null, position };
};
const standings = stage('standings', 1, null);
const knockout = stage('knockout', 3, 3);
const swiss = stage('swiss', 2, 5);
const third = stage('placement-3', 4, 1);
const stages = [standings, knockout, swiss, third];

const tournament = (status: Staged['status'], recorded: Stage[]): Staged => ({
  slug: 'clash',
  status,
  stages: recorded,
});

describe('stages', () => {
  test('come in the order they run, standings last and only once finished', () => {
    expect(stagesInOrder(tournament('planned', stages))).toStrictEqual([swiss, knockout, third]);
    expect(stagesInOrder(tournament('ongoing', stages))).toStrictEqual([swiss, knockout, third]);
    expect(stagesInOrder(tournament('finished', stages))).toStrictEqual([swiss, knockout, third, standings]);
  });

  test.each([[[]], [[swiss]], [[knockout, swiss]]])(
    'have the final standings once finished, also where the record does not name them',
    (recorded) => {
      const ids = stagesInOrder(tournament('finished', recorded)).map(({ id, name, type, rounds }) =>
        id === 'standings' ? { id, name, type, rounds } : id,
      );
      const played = recorded.map(({ id }) => id).toReversed();
      expect(ids).toStrictEqual([...played, { id: 'standings', name: 'Final Standings', type: 'board', rounds: null }]);
    },
  );

  test('rounds are summed over every stage but standings', () => {
    expect(totalRounds(stages)).toBe(9);
    expect(totalRounds([])).toBe(0);
  });

  test('are under way with a battle, an unplayed round, or a match whose players are known', () => {
    const { figures, matches } = competition({
      players: 'a b c d',
      battles: { swiss: ['a beats b 20-0 9-0'] },
      matches: { knockout: ['1 Final 1: a meets b'], 'placement-3': ['1 Third 1: waiting'] },
    });

    expect(stagesUnderWay(figures, matches)).toStrictEqual(new Set(['swiss', 'knockout']));
    const figuresOf = (battles: number, unplayed: number) => [{ stageId: 'swiss', battles, unplayed }];
    expect(stagesUnderWay(figuresOf(0, 0), [])).toStrictEqual(new Set());
    expect(stagesUnderWay(figuresOf(0, 1), [])).toStrictEqual(new Set(['swiss']));
  });
});

describe('stage shown when none is asked for', () => {
  test('is standings once the tournament has finished', () => {
    expect(defaultStage(tournament('finished', stages), new Set(['swiss']))).toBe(standings);
    expect(defaultStage(tournament('finished', [swiss, knockout]), new Set(['knockout']))?.id).toBe('standings');
    expect(defaultStage(tournament('finished', []), new Set())?.id).toBe('standings');
  });

  test('is otherwise the stage furthest along', () => {
    expect(defaultStage(tournament('ongoing', stages), new Set(['knockout', 'swiss']))).toBe(knockout);
    expect(defaultStage(tournament('ongoing', stages), new Set(['swiss']))).toBe(swiss);
  });

  test('is the first while nothing is under way', () => {
    expect(defaultStage(tournament('planned', stages), new Set())).toBe(swiss);
  });

  test('is none in a tournament that has no stages yet', () => {
    expect(defaultStage(tournament('ongoing', []), new Set())).toBeUndefined();
    expect(defaultStage(tournament('ongoing', [standings]), new Set())).toBeUndefined();
  });
});
