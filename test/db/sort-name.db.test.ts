import { beforeEach, describe, expect, test } from 'vitest';
import { emptyDb, openTestDb } from '../support/database.js';
import { load, player, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

describe('alphabetical order', () => {
  test.each([
    ['ANN Lee', 'ann lee'],
    ['Éva', 'eva'],
    ['E\u0301va', 'eva'],
    ['Ångström', 'angstrom'],
    ['Ørsted', 'orsted'],
    ['ŁUKASZ', 'lukasz'],
    ['Straße', 'strasse'],
    ['Æsir', 'aesir'],
    ['cœur', 'coeur'],
    ['Þór', 'thor'],
    ['Ðóra', 'dora'],
    ['Đorđe', 'dorde'],
    ['Ħal', 'hal'],
    ['İsmail Işık', 'ismail isik'],
    ['Nguyễn', 'nguyen'],
    ['ΖΩΉ', 'ζωη'],
    ['Σίσυφος', 'σισυφοσ'],
    ['ЁЛКА', 'елка'],
    ['Їжак', 'іжак'],
    ['ﬁn', 'fin'],
    ['Ａｎｎ', 'ann'],
    ['𝔅o', 'bo'],
    ['山田', '山田'],
    ['O\'Neil \\ "x"', 'o\'neil \\ "x"'],
    ['O’Neil “x”', 'o\'neil "x"'],
    ['Oʼneil', "o'neil"],
    ['Jean–Luc', 'jean-luc'],
    ['Jean‑Luc', 'jean-luc'],
    ['ԱՐԱՄ', 'արամ'],
    ['ᲒᲘᲝᲠᲒᲘ', 'გიორგი'],
    ['ᏣᎳᎩ', 'ꮳꮃꭹ'],
    ['ⰀⰁ', 'ⰰⰱ'],
    ['𞤀𞤁', '𞤢𞤣'],
    ['𐐀', '𐐨'],
    ['Ҙ Ө Ү Ӏ', 'ҙ ө ү ӏ'],
    ['Ɛkow Ŋ', 'ɛkow ŋ'],
    ['Ạ̀', 'a'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['कि', 'कि'],
    ['สมหญิง', 'สมหญิง'],
    ['', ''],
  ])('is without case and accents: %s is %s', async (name, expected) => {
    expect(await db.sql.query(`SELECT sort_name($1) AS "key"`, [name])).toStrictEqual([{ key: expected }]);
  });

  test('is without case for every letter that has one', async () => {
    // An iota subscript is a mark below a lower-case letter, but a letter of its own in upper case.
    const letters = Array.from({ length: 0x20000 }, (_, point) => String.fromCodePoint(point)).filter(
      (letter) => /\p{Cased_Letter}/u.test(letter) && !letter.normalize('NFD').includes('\u0345'),
    );
    const rows = await db.sql.query<{ letter: string }>(
      `SELECT "letter" FROM unnest($1::text[], $2::text[], $3::text[]) AS "forms"("letter", "upper", "lower")
       WHERE sort_name("upper") <> sort_name("letter") OR sort_name("lower") <> sort_name("letter")`,
      [letters, letters.map((letter) => letter.toUpperCase()), letters.map((letter) => letter.toLowerCase())],
    );
    expect(rows).toStrictEqual([]);
  });

  const names = [
    ...['Zoë', 'Ann Lee', 'ann', 'Ørsted', 'Oscar', 'Łukasz', 'Luke', 'Straßer', 'Strasse', 'Æsir'],
    ...['Aesop', 'Ζωή', 'Άννα', 'Анна', 'Ёлка', 'Егор', 'Жан', 'Ánn', 'Ann-Lee', '山田', '7th Legion', "Ann's"],
  ];
  const inOrder = [
    ...['7th Legion', 'Æsir', 'Aesop', 'ann', 'Ánn', 'Ann Lee', "Ann's", 'Ann-Lee', 'Łukasz', 'Luke'],
    ...['Ørsted', 'Oscar', 'Strasse', 'Straßer', 'Zoë', 'Άννα', 'Ζωή', 'Анна', 'Егор', 'Ёлка', 'Жан', '山田'],
  ];

  test('of participants is the same on every database, namesakes by entry', async () => {
    await load(db, [tournament({ participants: names })]);
    expect(await namesOf('participant')).toStrictEqual(inOrder);
  });

  test('puts a removed player where "Removed player" stands', async () => {
    await load(db, [
      player('p-1', { name: null, removed: true }),
      tournament({ participants: ['Sam', { playerId: 'p-1' }, 'Quinn'] }),
    ]);
    expect(await namesOf('participant')).toStrictEqual(['Quinn', null, 'Sam']);
  });
});

async function namesOf(table: string): Promise<(string | null)[]> {
  const rows = await db.sql.query<{ name: string | null }>(`SELECT "name" FROM "${table}" ORDER BY "alphabetical"`);
  return rows.map(({ name }) => name);
}
