import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeEach, expect, test } from 'vitest';
import { problemText } from '../../src/bundle/problem.js';
import { exportAll, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, knockout, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

async function doubtsOf(records: BundleRecord[]): Promise<string[]> {
  const doubts: string[] = [];
  await importAll(db, records, { onDoubt: (doubt) => doubts.push(problemText(doubt)) });
  return doubts;
}

const final = {
  stage: 'knockout',
  roundNumber: 1,
  round: 'Final',
  table: 1,
  players: [1, 2],
  winner: 1,
  battle: 'b-1',
};
const cup = tournament({
  stages: [swiss(), knockout()],
  participants: ['Ann', 'Bo'],
  bracketMatches: [final],
});
const lost = battle('b-1', { stage: 'knockout', sides: result('loss') });
const won = battle('b-1', { stage: 'knockout', sides: result('win') });

test('a battle in a round that its stage does not have is imported with a warning', async () => {
  const late = [tournament({ participants: ['Ann', 'Bo'] }), battle('b-1', { round: 3 }), battle('b-2', { round: 4 })];
  const doubt = 'round is 4, and swiss of spring-clash has 3; rounds count from 1 in each stage';
  expect(await doubtsOf(late)).toStrictEqual([`line 3: ${doubt}`]);
  expect((await exportAll(db)).length).toBe(3);
  expect(await doubtsOf([battle('b-2', { round: 4 })])).toStrictEqual([`line 1: ${doubt}`]);
});

test('a bracket winner who lost the battle is imported with a warning, whichever comes first', async () => {
  const doubt = 'bracketMatches[0].winner is 1, who lost b-1; is it the other one who went through?';
  expect(await doubtsOf([cup, lost])).toStrictEqual([`line 1: ${doubt}`]);
  expect(await doubtsOf([cup])).toStrictEqual([`line 1: ${doubt}`]);
  expect(await doubtsOf([won])).toStrictEqual([]);
  expect(await doubtsOf([lost])).toStrictEqual([
    'line 1: sides[0].outcome is loss, and entry 1 went through in knockout of spring-clash',
  ]);
  expect(await doubtsOf([cup, won])).toStrictEqual([]);
});
