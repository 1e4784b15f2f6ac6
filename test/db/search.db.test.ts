import { beforeEach, describe, expect, test } from 'vitest';
import { emptyDb, openTestDb } from '../support/database.js';
import { casual, club, load, player, tournament } from '../support/world.js';
import { startAgain } from '../support/written-world.js';

const db = await openTestDb();

describe('what can be found', () => {
  beforeEach(() => emptyDb(db));

  test.each<[name: string, words: string[]]>([
    ["Niamh O'Connor-Smith", ['niamh', 'o', 'connor', 'smith', 'oconnor', 'oconnorsmith']],
    ['Anne-Sophie van den Berg', ['anne', 'sophie', 'van', 'den', 'berg', 'annesophie']],
    ['Cohen, D.', ['cohen', 'd']],
    ['Łukasz «Wójcik» №5', ['lukasz', 'wojcik', 'no5']],
    ['पंजाब 2026', ['पंजाब', '2026']],
    ['Tom Tom', ['tom']],
    ['!!!', ['']],
  ])('%s by its words', async (name, words) => {
    await load(db, [player('p-1', { name })]);
    expect(await stored('"word"')).toStrictEqual(words);
  });

  test('a name of letters that decompose into many, as long as a name may be', async () => {
    await load(db, [player('p-1', { name: 'ﷺ'.repeat(200) })]);
    expect(await stored('"nth"::text')).not.toStrictEqual([]);
  });

  test('every table it is made of can be truncated', async () => {
    for (const table of ['battle', 'battle_side', 'club_battle', 'tournament', 'player', 'club']) {
      await startAgain(db);
      await db.sql.query(`TRUNCATE "${table}" CASCADE`);
      const words = await stored('"kind" || "key" || "rank" || "words"');
      for (const [kind, key] of Object.entries({ tournament: 'slug', player: 'id', club: 'slug' })) {
        const keys = `SELECT "${key}" FROM "${kind}" UNION SELECT "key" FROM "search_word" WHERE "kind" = $1`;
        await db.sql.query(`SELECT refresh_search($1, ARRAY(${keys}))`, [kind]);
      }
      expect(await stored('"kind" || "key" || "rank" || "words"'), table).toStrictEqual(words);
    }
  });

  test('a statement that fails in the end leaves it as it was', async () => {
    await load(db, [club({ slug: 'c-1', name: 'Northern Legion' })]);
    const work = db.sql.transaction(async (sql) => {
      await sql.query(`UPDATE "club" SET "name" = 'Southern Legion'`);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await stored('"word"')).toStrictEqual(['northern', 'legion']);
  });

  test('activity that nobody may see does not count', async () => {
    const months = () => stored('left("rank", 6)', `"kind" = 'player' AND "nth" = 1`);
    await load(db, [
      player('p-1', { name: 'Ann' }),
      tournament({ slug: 't-1', published: false, participants: [{ playerId: 'p-1' }] }),
      casual('b-1', { date: '2020-03-01', sides: [{ playerId: 'p-1' }, { name: 'Bo' }] }),
      casual('b-2', { date: '2026-03-01', archived: true, sides: [{ playerId: 'p-1' }, { name: 'Bo' }] }),
    ]);
    expect(await months()).toStrictEqual([String(120_000 - 2020 * 12 - 3).padStart(6, '0')]);
    await db.sql.query(`UPDATE "battle" SET "archived" = false`);
    expect(await months()).toStrictEqual([String(120_000 - 2026 * 12 - 3).padStart(6, '0')]);
  });
});

test.each([
  ['few', 3],
  ['many', 4_000],
])('words like another are the same where %s names begin alike', async (_, names) => {
  await emptyDb(db);
  await load(
    db,
    ['Boneman', 'Bonemann', 'Bonestein', 'Bonsai', 'Obnestein', 'Benostein'].map((name) => player(name, { name })),
  );
  await db.sql.query(`DELETE FROM "search_word" WHERE "word" = 'bo'`);
  await db.sql.query(
    `INSERT INTO "search_word" ("kind", "key", "nth", "word", "rank", "words")
     SELECT 'player', 'm-' || n, 1, 'bo', 'm-' || n, ' bo ' FROM generate_series(1, $1::int) AS n`,
    [names],
  );
  const words = await db.sql.query<{ word: string }>(`SELECT "word" FROM similar_words('boenstein')`);
  expect(words.map(({ word }) => word)).toStrictEqual(['bonestein', 'benostein']);
});

async function stored(column: string, where = 'true'): Promise<string[]> {
  const rows = await db.sql.query<{ value: string }>(
    `SELECT ${column} AS "value" FROM "search_word" WHERE ${where} ORDER BY "kind", "key", "nth"`,
  );
  return rows.map(({ value }) => value);
}
