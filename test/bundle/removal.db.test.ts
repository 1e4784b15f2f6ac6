import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeEach, describe, expect, test } from 'vitest';
import { planRemoval, type Removal, remove, touchedRecords } from '../../src/bundle/removal.js';
import type { Target } from '../../src/bundle/removal-words.js';
import { exportAll, exportRecords, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { richWorld } from '../support/rich-world.js';
import { load } from '../support/world.js';

const db = await openTestDb();

beforeEach(async () => {
  await emptyDb(db);
  await load(db, richWorld);
});

/** Removes it as the command does, and returns what that says and the bundle that undoes it. */
async function removed(kind: Target['kind'], key: string, erase = false) {
  const target = { kind, key, erase };
  return db.sql.transaction(async (sql) => {
    const plan = (await planRemoval(sql, target)) as Removal;
    const undo: BundleRecord[] = [];
    for await (const some of touchedRecords(sql, plan)) undo.push(...some);
    await remove(sql, target);
    return { goes: plan.goes, stays: plan.stays, undo };
  });
}

const keysOf = async () =>
  (await exportRecords(db)).map((record) => {
    const { type, slug, id, name } = record as unknown as Record<string, string>;
    return `${type} ${slug ?? id ?? name}`;
  });

describe.each<[kind: Target['kind'], key: string, goes: string[], stays: string[]]>([
  [
    'tournament',
    'spring-clash',
    ['tournament spring-clash (Spring Clash)', '3 sign-ups with their army lists', '2 teams', '2 battles'],
    ['2 players who signed up'],
  ],
  ['battle', 'b-2', ['battle b-2 (Ann against Removed player)'], ['1 match of a bracket, without its battle']],
  [
    'club',
    'northern-legion',
    ['club northern-legion (Northern Legion)'],
    ['1 tournament', '1 sign-up', '1 team', '1 casual battle'].map((what) => `${what}, without a club`),
  ],
  [
    'player',
    'p-1',
    ['the name of player p-1 (Ann)', 'army list texts', '1 entry among organisers'],
    [
      '1 sign-up of a removed player',
      '3 battles of a removed player',
      'the id, so that no import brings the player back by mistake',
    ],
  ],
])('a removed %s', (kind, key, goes, stays) => {
  test('goes with what is said and nothing else, and comes back with the bundle', async () => {
    const [before, keys] = [await exportAll(db), await keysOf()];
    const said = await removed(kind, key);
    expect({ goes: said.goes, stays: said.stays }).toStrictEqual({ goes, stays });
    const gone = kind === 'tournament' ? ['battle b-1', 'battle b-2', `${kind} ${key}`] : [`${kind} ${key}`];
    expect(await keysOf()).toStrictEqual(kind === 'player' ? keys : keys.filter((each) => !gone.includes(each)));
    expect(await exportAll(db)).not.toStrictEqual(before);
    await importAll(db, said.undo, { restore: true });
    expect(await exportAll(db)).toStrictEqual(before);
  });
});

test('a removed player has no name, and one that is erased also no id, in any table but the log of changes', async () => {
  const found = async (text: string) => {
    const tables = await db.sql.query<{ name: string }>(
      `SELECT "relname"::text AS "name" FROM pg_class WHERE "relnamespace" = 'public'::regnamespace AND "relkind" = 'r'
       AND "relname" <> 'note'`,
    );
    const holding: string[] = [];
    for (const { name } of tables) {
      const rows = await db.sql.query(`SELECT FROM "${name}" t WHERE t::text ~ $1`, [text]);
      if (rows.length > 0) holding.push(name);
    }
    return holding.sort();
  };
  expect(await found(String.raw`\mAnn\M`)).toContain('player');
  await removed('player', 'p-1');
  expect(await found(String.raw`\mAnn\M`)).toStrictEqual([]);
  expect(await found(String.raw`\mp-1\M`)).toContain('player');
  const before = await exportAll(db);
  const { goes, stays } = await removed('player', 'p-1', true);
  expect(goes).toStrictEqual(expect.arrayContaining(['army list texts', 'the id, so an import may bring it back']));
  expect(stays).toHaveLength(2);
  expect(await found(String.raw`\mp-1\M`)).toStrictEqual([]);
  const other = (lines: string[]) => lines.map((line) => line.replace(/removed-[0-9a-f]{16}/g, 'p-1')).sort();
  expect(other(await exportAll(db))).toStrictEqual([...before].sort());
});

test('what is not there cannot be removed', async () => {
  expect(await db.sql.transaction((sql) => planRemoval(sql, { kind: 'club', key: 'none', erase: false }))).toBeNull();
});
