// The reader on real lists of tournaments; real/README.md says whose they are.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ArmyList, pointsRead } from '../src/army-list.js';
import { readArmyListText } from '../src/read-text.js';

const folder = new URL('real/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const EXPECTED: Record<string, { faction: string; selections: number }> = JSON.parse(textOf('expected.json'));

/** As the project counts that recorded them: without weapons. */
const selectionsOf = ({ formation, picks, units }: ArmyList) =>
  Number(formation !== null) +
  picks.length +
  units.reduce((sum, { options }) => sum + 1 + options.filter(({ weapon }) => !weapon).length, 0);

describe('a real list', () => {
  test.each(Object.entries(EXPECTED))('%s is read whole', (name, expected) => {
    const list = readArmyListText(textOf(`${name}.txt`));
    if (!list) throw new Error('is not recognised');
    const { faction, points, unread } = list;
    expect({ faction, selections: selectionsOf(list), points: pointsRead(list), unread }).toStrictEqual({
      ...expected,
      points,
      unread: [],
    });
  });

  test('is kept with its licence, and none without a test', () => {
    const lists = readdirSync(folder).filter((name) => name.endsWith('.txt'));
    expect(lists.map((name) => name.replace('.txt', '')).sort()).toStrictEqual(Object.keys(EXPECTED).sort());
    expect(textOf('LICENSE')).toContain('Copyright (c) 2019 Davis Ford');
  });
});
