import { describe, expect, test } from 'vitest';
import { defaultStage, stagesInOrder, stagesUnderWay, totalRounds } from '../../src/standings/stage.js';
import { competition } from './notation.js';

const standings = { id: 'standings', position: 1, rounds: null };
const knockout = { id: 'knockout', position: 3, rounds: 3 };
const swiss = { id: 'swiss', position: 2, rounds: 5 };
const third = { id: 'placement-3', position: 4, rounds: 1 };
const stages = [standings, knockout, swiss, third];

describe('stages', () => {
  test('come in the order they run, standings last and only once finished', () => {
    expect(stagesInOrder(stages, 'planned')).toStrictEqual([swiss, knockout, third]);
    expect(stagesInOrder(stages, 'ongoing')).toStrictEqual([swiss, knockout, third]);
    expect(stagesInOrder(stages, 'finished')).toStrictEqual([swiss, knockout, third, standings]);
  });

  test('rounds are summed over every stage but standings', () => {
    expect(totalRounds(stages)).toBe(9);
    expect(totalRounds([])).toBe(0);
  });

  test('are under way with a battle or with a match whose players are known', () => {
    const { figures, matches } = competition({
      players: 'a b c d',
      battles: { swiss: ['a beats b 20-0 9-0'] },
      matches: { knockout: ['1 Final 1: a meets b'], 'placement-3': ['1 Third 1: waiting'] },
    });

    expect(stagesUnderWay(figures, matches)).toStrictEqual(new Set(['swiss', 'knockout']));
    expect(stagesUnderWay([{ stageId: 'swiss', battles: 0 }], [])).toStrictEqual(new Set());
  });
});

describe('stage shown when none is asked for', () => {
  test('is standings once the tournament has finished', () => {
    expect(defaultStage(stages, 'finished', new Set(['swiss']))).toBe(standings);
  });

  test('is otherwise the stage furthest along', () => {
    expect(defaultStage(stages, 'ongoing', new Set(['knockout', 'swiss']))).toBe(knockout);
    expect(defaultStage([swiss, knockout], 'finished', new Set(['knockout', 'swiss']))).toBe(knockout);
  });

  test('is the first while nothing is under way', () => {
    expect(defaultStage(stages, 'planned', new Set())).toBe(swiss);
  });

  test('is none in a tournament without stages', () => {
    expect(defaultStage([], 'finished', new Set())).toBeUndefined();
    expect(defaultStage([standings], 'ongoing', new Set())).toBeUndefined();
  });
});
