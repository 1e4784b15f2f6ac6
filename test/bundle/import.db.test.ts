import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRecord } from '@battle-results/bundle-format/check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { importBundle, importChecked } from '../../src/bundle/import.js';
import type { Db } from '../../src/db/client.js';
import { exportAll, exportRecords, importAll, problemsOf } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { richWorld as world } from '../support/rich-world.js';
import { casual, club, EMPTY_LIST, EMPTY_ROUND, player, round, tournament } from '../support/world.js';

const db = await openTestDb();
const folder = await mkdtemp(join(tmpdir(), 'import-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => emptyDb(db));

describe('an import is all or nothing', () => {
  test.each<[string, string[], string[]]>([
    [
      'a broken third line',
      [JSON.stringify(club({ name: 'New name' })), '', '{'],
      ["line 3: is not JSON: Expected property name or '}' in JSON at position 1"],
    ],
    [
      'a bad reference at the end',
      [JSON.stringify(club({ name: 'New name' })), JSON.stringify(casual('b-9', { club: 'x' }))],
      ['line 2: club x is neither in the bundle nor in the database'],
    ],
    [
      'an entry left out that is needed',
      [JSON.stringify(tournament({ participants: ['Ann', 'Bo'] }))],
      ['line 1: stages leave out knockout, which has battles'],
    ],
  ])('%s leaves the database untouched', async (_, lines, problems) => {
    await importAll(db, world);
    const before = await exportAll(db);
    expect(await problemsOf(importAll(db, lines))).toStrictEqual(problems);
    expect(await exportAll(db)).toStrictEqual(before);
  });

  test('a dry run writes nothing', async () => {
    await importAll(db, world, { dryRun: true });
    expect(await exportAll(db)).toStrictEqual([]);
    expect(await db.sql.query(`SELECT * FROM "setting"`)).toStrictEqual([]);
  });
});

describe('every problem is reported with its line number and path', () => {
  test('in the order of the lines, at most 20', async () => {
    const lines = Array.from({ length: 12 }, () => JSON.stringify(club({ slug: 'a b', members: -1 })));
    const both = (line: number) => [
      `line ${line}: slug must be one word of at most 200 characters, without / ? # % and invisible characters`,
      `line ${line}: members must be at least 0`,
    ];
    expect(await problemsOf(importAll(db, lines))).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap(both));
  });

  test('what a line alone says wrong comes before what it says about others', async () => {
    expect(await problemsOf(importAll(db, [tournament({ club: 'x' }), '7', club({ name: 'a\0b' })]))).toStrictEqual([
      'line 2: must be a JSON object',
      'line 3: name contains a character that cannot be stored (NUL or half of a surrogate pair)',
    ]);
  });
});

describe('a bundle', () => {
  test('may have its lines in any order', async () => {
    await importAll(db, world);
    const expected = await exportAll(db);
    await emptyDb(db);
    await importAll(db, world.toReversed());
    expect(await exportAll(db)).toStrictEqual(expected);
  });

  test('of nothing but blank lines is refused before all of them are read', async () => {
    let read = 0;
    async function* blank() {
      for (; read < 10_000_000; read += 1) yield { line: read + 1, text: read % 2 ? '' : ' \r' };
    }
    expect(await problemsOf(importBundle(db, blank()))).toStrictEqual([
      'line 100001: is blank, like 100,000 before it; is this JSON Lines?',
    ]);
    expect(read).toBeLessThan(200_000);
  });

  test('may leave out what has a default: lists and rounds are complete in the database', async () => {
    await importAll(db, [
      tournament({ participants: [{ name: 'Ann', list: {} }] }),
      casual('b-1', { sides: [{ name: 'Ann', list: { points: 1990 }, rounds: [round(2)] }, { name: 'Bo' }] }),
    ]);
    expect(await db.sql.query(`SELECT "list" FROM "participant"`)).toStrictEqual([{ list: EMPTY_LIST }]);
    expect(await db.sql.query(`SELECT "list", "rounds" FROM "battle_side" ORDER BY "position"`)).toStrictEqual([
      { list: { ...EMPTY_LIST, points: 1990 }, rounds: [{ ...EMPTY_ROUND, round: 2 }] },
      { list: null, rounds: [] },
    ]);
    const [left] = await exportRecords(db);
    expect(left).toMatchObject({
      description: '',
      tieBreakers: ['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints'],
      groups: false,
      organizers: [],
      bracketMatches: [],
    });
  });
});

describe('the demo world', () => {
  beforeEach(() => loadAsDemo(db));
  const owner = () => db.sql.query(`SELECT "value" FROM "setting" WHERE "key" = 'data-owner'`);
  const accounts = () =>
    db.sql.query(`SELECT "name", "hint" FROM "account" LEFT JOIN "api_key" ON "account_name" = "name"`);

  test('is in the way of an import, which leaves it untouched', async () => {
    const before = await exportAll(db);
    await expect(importAll(db, [club({ slug: 'mine' })])).rejects.toThrow(
      'This database holds the demo world. Add --replace-demo to remove it, and its key, in the same step.',
    );
    expect(await exportAll(db)).toStrictEqual(before);
    expect(await accounts()).toStrictEqual([{ name: 'Demo', hint: '...demo' }]);
  });

  test('stays when the import that would replace it fails', async () => {
    const before = await exportAll(db);
    expect(
      await problemsOf(importAll(db, [tournament({ club: 'northern-legion' })], { replaceDemo: true })),
    ).toStrictEqual(['line 1: club northern-legion is neither in the bundle nor in the database']);
    expect(await exportAll(db)).toStrictEqual(before);
    expect(await owner()).toStrictEqual([{ value: 'demo' }]);
  });

  test('does not come to data of your own', async () => {
    await importAll(db, [club({ slug: 'mine' })], { replaceDemo: true });
    await expect(loadAsDemo(db)).rejects.toThrow(
      'This database holds data of your own. The demo world is only loaded into an empty one.',
    );
    expect(await accounts()).toStrictEqual([]);
  });

  test('is not needed to say that it may be replaced', async () => {
    await emptyDb(db);
    await importAll(db, [club()]);
    await importAll(db, [player('p-1')], { replaceDemo: true });
    expect((await exportAll(db)).length).toBe(2);
  });
});

async function loadAsDemo(into: Db) {
  const checked = world.map((record, index) => ({ line: index + 1, ...checkRecord(structuredClone(record)) }));
  await importChecked(into, checked, { demo: true });
}

test('after a large import the planner knows how much there is', async () => {
  const casuals = Array.from({ length: 500 }, (_, at) => casual(`casual-${at}`));
  await importAll(db, [...world, ...casuals]);
  const [{ known } = { known: -1 }] = await db.sql.query<{ known: number }>(
    `SELECT "reltuples"::int AS "known" FROM "pg_class" WHERE "oid" = '"battle"'::regclass`,
  );
  expect(known).toBeGreaterThanOrEqual(500);
});
