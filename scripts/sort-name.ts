// npx tsx scripts/sort-name.ts: prints the SQL of sort_name, the key of alphabetical order, from the Unicode tables of
// this Node. Run once for a migration; the database then needs no locale, no ICU and no tables of its own.

/** Letters that Unicode does not decompose, spelled as they are looked up in a register. */
const SPELLED_OUT: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' },
};

/** Apostrophes, quotation marks and dashes, which are typed in different forms. */
const ALIKE = { "'": /[‘’‛ʹʻʼʽˈ′]/u, '"': /[“”„‟]/u, '-': /\p{Dash_Punctuation}/u };

/**
 * Marks that may be left out: accents, and the vowels of scripts that are written without them. Indic vowels are
 * letters.
 */
const MARK =
  /(?=\p{M})[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/u;

function folded(letter: string): string {
  if (MARK.test(letter)) return '';
  const alike = Object.entries(ALIKE).find(([, forms]) => forms.test(letter));
  if (alike) return alike[0];
  const small = [...letter.toUpperCase().toLowerCase().normalize('NFKD')].filter((part) => !MARK.test(part)).join('');
  const lone = letter.toLowerCase();
  return SPELLED_OUT[lone] ?? SPELLED_OUT[small] ?? small;
}

const one = new Map<string, string>();
const several = new Map<string, string>();
const none: string[] = [];
for (let point = 1; point <= 0x10ffff; point += 1) {
  const letter = String.fromCodePoint(point);
  // Surrogates are not characters, ASCII is handled by lower(), and decomposable characters are decomposed beforehand.
  if ((point >= 0xd800 && point <= 0xdfff) || point < 0x80 || letter.normalize('NFKD') !== letter) continue;
  const fold = folded(letter);
  if (fold === letter) continue;
  if (fold === '') none.push(letter);
  else if ([...fold].length === 1) one.set(letter, fold);
  else several.set(letter, fold);
}

/** Writes everything beyond ASCII as a code point, so that marks cannot combine with adjacent characters. */
const quoted = (text: string) =>
  [...text]
    .map((letter) => letter.codePointAt(0) ?? 0)
    .map((point) => (point < 0x80 ? String.fromCodePoint(point) : `\\+${point.toString(16).padStart(6, '0')}`))
    .join('')
    .replaceAll("'", "''");
const literal = (text: string) => `U&'${quoted(text)}'`;

/** Writes runs of letters as ranges of a regular expression's character class, to keep it short. */
function ranges(letters: readonly string[]): string {
  const points = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const escaped = (point: number) => `\\U${point.toString(16).padStart(8, '0')}`;
  const firsts = points.filter((point, at) => points[at - 1] !== point - 1);
  const lasts = points.filter((point, at) => points[at + 1] !== point + 1);
  return firsts.map((first, at) => `${escaped(first)}-${escaped(lasts[at] ?? first)}`).join('');
}

let plain = `regexp_replace(normalize("name", NFKD), '[${ranges(none)}]', '', 'g')`;
for (const [letter, fold] of several) plain = `replace(${plain}, ${literal(letter)}, ${literal(fold)})`;

/**
 * translate() searches its whole table for every letter, so the scripts of most names have a smaller table of their
 * own.
 */
const LAST_COMMON = '\u052f';
const translated = (letters: readonly string[]) =>
  `translate("plain",\n      ${literal(letters.join(''))},\n      ${literal(letters.map((letter) => one.get(letter)).join(''))})`;
const letters = [...one.keys()];
const common = letters.filter((letter) => letter <= LAST_COMMON);

console.log(`CREATE FUNCTION sort_name_beyond_ascii("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower((CASE
    WHEN octet_length("plain") = char_length("plain") THEN "plain"
    WHEN "plain" !~ '[^\\u0001-\\u052f\\u2010-\\u201f]' THEN ${translated([...common, ...letters.filter((letter) => /[\u2010-\u201f]/.test(letter))])}
    ELSE ${translated(letters)}
  END) COLLATE "C")
  FROM (SELECT ${plain} AS "plain") AS "named"
$$;

CREATE OR REPLACE FUNCTION sort_name("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length("name") = char_length("name") THEN lower("name" COLLATE "C")
  ELSE sort_name_beyond_ascii("name") END
$$;`);
