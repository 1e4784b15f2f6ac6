import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportAll, importAll, problemsOf } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, battlePack, casual, club, knockout, load, player, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

const NEITHER = 'is neither in the bundle nor in the database';
const two = ['Ann', 'Bo'];
const final = { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], battle: 'b-1' };
const cup = tournament({ stages: [swiss(), knockout()], participants: two, bracketMatches: [final] });

describe('a reference to something neither in the bundle nor in the database is a problem', () => {
  test.each<[string, BundleRecord, string]>([
    ['the club of a tournament', tournament({ club: 'x' }), `club x ${NEITHER}`],
    ['the battle pack of a tournament', tournament({ battlePack: 'X' }), `battlePack X ${NEITHER}`],
    ['an organiser', tournament({ organizers: ['x'] }), `organizers[0] x ${NEITHER}`],
    [
      'a participant',
      tournament({ participants: ['Ann', { playerId: 'x' }] }),
      `participants[1].playerId x ${NEITHER}`,
    ],
    [
      'the club of a participant',
      tournament({ participants: [{ name: 'Ann', club: 'x' }] }),
      `participants[0].club x ${NEITHER}`,
    ],
    ['the battle of a match', cup, `bracketMatches[0].battle b-1 ${NEITHER}`],
    ['the tournament of a battle', battle('b-1'), `tournament spring-clash ${NEITHER}`],
    ['the battle pack of a battle', casual('b-1', { battlePack: 'X' }), `battlePack X ${NEITHER}`],
    ['the club of a battle', casual('b-1', { club: 'x' }), `club x ${NEITHER}`],
    [
      'a player of a battle',
      casual('b-1', { sides: [{ name: 'Ann' }, { playerId: 'x' }] }),
      `sides[1].playerId x ${NEITHER}`,
    ],
  ])('%s', async (_, record, problem) => {
    expect(await problemsOf(importAll(db, [record]))).toStrictEqual([`line 1: ${problem}`]);
  });
});

describe('a battle of a tournament', () => {
  test('is played in one of its stages', async () => {
    expect(
      await problemsOf(importAll(db, [tournament({ participants: two }), battle('b-1', { stage: 'knockout' })])),
    ).toStrictEqual(['line 2: stage knockout is not a stage of spring-clash']);
  });

  test('is played by two of its participants', async () => {
    expect(
      await problemsOf(
        importAll(db, [tournament({ participants: two }), battle('b-1', { sides: [{ entry: 3 }, { entry: 4 }] })]),
      ),
    ).toStrictEqual([
      'line 2: sides[0].entry 3 is not an entry of spring-clash',
      'line 2: sides[1].entry 4 is not an entry of spring-clash',
    ]);
  });

  test('finds its tournament in the database when the bundle does not bring it', async () => {
    await load(db, [tournament({ participants: two })]);
    expect(
      await problemsOf(
        importAll(db, [battle('b-1'), battle('b-2', { stage: 'knockout', sides: [{ entry: 1 }, { entry: 3 }] })]),
      ),
    ).toStrictEqual([
      'line 2: stage knockout is not a stage of spring-clash',
      'line 2: sides[1].entry 3 is not an entry of spring-clash',
    ]);
  });

  test('is measured by the bundle alone when the bundle brings its tournament', async () => {
    await load(db, [tournament({ stages: [swiss(), knockout()], participants: ['Ann', 'Bo', 'Cy'] })]);
    const away = battle('b-1', { stage: 'knockout', sides: [{ entry: 1 }, { entry: 3 }] });
    expect(await problemsOf(importAll(db, [away, tournament({ participants: two })]))).toStrictEqual([
      'line 1: stage knockout is not a stage of spring-clash',
      'line 1: sides[1].entry 3 is not an entry of spring-clash',
    ]);
  });
});

describe('the battle of a bracket match', () => {
  test('is one of that stage', async () => {
    expect(await problemsOf(importAll(db, [cup, battle('b-1')]))).toStrictEqual([
      'line 1: bracketMatches[0].battle b-1 is not a battle of knockout in spring-clash',
    ]);
  });

  test('is one of that tournament, also when it is in the database already', async () => {
    await load(db, [casual('b-1')]);
    expect(await problemsOf(importAll(db, [cup]))).toStrictEqual([
      'line 1: bracketMatches[0].battle b-1 is not a battle of knockout in spring-clash',
    ]);
  });

  test('cannot be moved away from under it', async () => {
    await load(db, [cup, battle('b-1', { stage: 'knockout' })]);
    expect(await problemsOf(importAll(db, [battle('b-1')]))).toStrictEqual([
      'line 1: stage must stay knockout of spring-clash, where a bracket match has this battle',
    ]);
    expect(await problemsOf(importAll(db, [casual('b-1')]))).toStrictEqual([
      'line 1: stage must stay knockout of spring-clash, where a bracket match has this battle',
    ]);
  });

  test('can be moved together with it', async () => {
    await load(db, [cup, battle('b-1', { stage: 'knockout' })]);
    await importAll(db, [battle('b-1'), { ...cup, bracketMatches: [{ ...final, battle: null }] }]);
    expect(await db.sql.query(`SELECT "stage_id" FROM "battle"`)).toStrictEqual([{ stage_id: 'swiss' }]);
  });
});

test('the same key on two lines is a problem of the second', async () => {
  const records: BundleRecord[] = [
    club(),
    player('p-1'),
    battlePack(),
    tournament({ participants: two }),
    battle('b-1'),
  ];
  expect(await problemsOf(importAll(db, [...records, ...records]))).toStrictEqual([
    'line 6: slug northern-legion is already on line 1',
    'line 7: id p-1 is already on line 2',
    'line 8: name Plain Pack is already on line 3',
    'line 9: slug spring-clash is already on line 4',
    'line 10: id b-1 is already on line 5',
  ]);
});

test('what is in the database already can be referred to', async () => {
  await load(db, [club(), player('p-1'), player('p-2'), battlePack(), cup, battle('b-1', { stage: 'knockout' })]);
  await importAll(db, [
    { ...cup, club: 'northern-legion', battlePack: 'Plain Pack', organizers: ['p-1'] },
    casual('b-2', { club: 'northern-legion', sides: [{ playerId: 'p-1' }, { playerId: 'p-2' }] }),
  ]);
  expect((await exportAll(db)).length).toBe(7);
});
