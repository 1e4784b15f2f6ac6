// Corrections: lines that leave out what the database already has.
import { beforeEach, describe, expect, test } from 'vitest';
import { importBundle } from '../../src/bundle/import.js';
import { exportRecords, numbered, problemsOf } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, casual, club, load, player, result, round, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
const army = { faction: 'Skaven', subFaction: 'Moulder', points: 2000, battleTacticCards: ['Gnaw'], text: 'Rats' };

beforeEach(async () => {
  await emptyDb(db);
  await load(db, [
    club({ slug: 'c-1', name: 'Legion', city: 'Leeds', members: 12, website: 'https://legion.example' }),
    player('p-1', { name: 'Ann' }),
    player('p-gone', { name: null, removed: true }),
    tournament({
      city: 'York',
      stages: [swiss()],
      participants: [{ playerId: 'p-1', list: army, club: 'c-1' }, { name: 'Bo' }],
    }),
    battle('b-1', {
      date: '2026-05-02',
      round: 2,
      scenario: 'Take and hold',
      victorySize: 'major',
      sides: result('win', [
        { faction: 'Skaven', battlePoints: 20, rounds: [round(1)], list: army },
        { role: 'defender' },
      ]),
    }),
    casual('b-2', { club: 'c-1', sides: [{ playerId: 'p-1' }, { name: 'Bo' }] }),
  ]);
});

const imported = (...records: object[]) => importBundle(db, numbered(records.map((record) => JSON.stringify(record))));
const recordOf = async (key: string) =>
  (await exportRecords(db)).find(
    (record) => ('id' in record ? record.id : 'slug' in record ? record.slug : '') === key,
  );

describe('what a line leaves out is kept, and null empties', () => {
  test('of a club and of a player', async () => {
    const before = await recordOf('c-1');
    await imported({ type: 'club', slug: 'c-1', name: 'The Legion', city: null }, { type: 'player', id: 'p-1' });
    expect(await recordOf('c-1')).toStrictEqual({ ...before, name: 'The Legion', city: null });
    expect(await recordOf('p-1')).toMatchObject({ name: 'Ann', removed: false });
  });

  test('of a battle, and of each side by its position', async () => {
    const before = await recordOf('b-1');
    const line = { type: 'battle', id: 'b-1', battleSize: 2000, scenario: null, sides: [{ battlePoints: 17 }, {}] };
    await imported(line);
    const [first, second] = (before as { sides: object[] }).sides;
    const sides = [{ ...first, battlePoints: 17 }, second];
    expect(await recordOf('b-1')).toStrictEqual({ ...before, scenario: null, sides });
  });

  test('who played a side is one thing: another name does not keep the id of the one before', async () => {
    await imported({ type: 'battle', id: 'b-2', battleSize: 2000, sides: [{ name: 'Cy' }, {}] });
    expect(await recordOf('b-2')).toMatchObject({
      club: 'c-1',
      sides: [
        { playerId: null, name: 'Cy' },
        { playerId: null, name: 'Bo' },
      ],
    });
  });

  test('but a tournament is replaced, and a removed player has to be said to be', async () => {
    const record = { type: 'tournament', slug: 'spring-clash', name: 'Spring', published: true, battleSize: 2000 };
    await imported({
      ...record,
      status: 'ongoing',
      stages: [swiss()],
      participants: [
        { entry: 1, playerId: 'p-1' },
        { entry: 2, name: 'Bo' },
      ],
    });
    expect(await recordOf('spring-clash')).toMatchObject({
      city: null,
      participants: [{ list: null, club: null }, {}],
    });
    await expect(imported({ type: 'player', id: 'p-gone', name: 'Zed' })).rejects.toThrow('removed must be true');
    await imported({ type: 'player', id: 'p-gone', removed: true });
  });
});

test('an export repeats every field, so it brings back what it was made from', async () => {
  const before = await exportRecords(db);
  await imported({ type: 'battle', id: 'b-1', battleSize: 5, date: null, sides: [{ list: null, rounds: [] }, {}] });
  await imported(...before);
  expect(await exportRecords(db)).toStrictEqual(before);
});

test('the rules between fields are those of what results', async () => {
  const sides = [{ outcome: 'draw' }, { outcome: 'draw' }];
  expect(await problemsOf(imported({ type: 'battle', id: 'b-1', battleSize: 1, sides }))).toStrictEqual([
    'line 1: victorySize must be null without a winner',
  ]);
  expect(
    await problemsOf(imported({ type: 'battle', id: 'b-1', battleSize: 1, sides: [{ outcome: 'loss' }, {}] })),
  ).toContain('line 1: sides must have the outcomes win and loss, or draw twice, or none');
  expect(
    await problemsOf(
      imported({ type: 'player', id: 'new' }, { type: 'battle', id: 'new', battleSize: 1, sides: [{}, {}] }),
    ),
  ).toStrictEqual([
    'line 1: name is missing (only a removed player has none)',
    'line 2: sides[0].name is missing (needed without a playerId)',
    'line 2: sides[1].name is missing (needed without a playerId)',
  ]);
});
