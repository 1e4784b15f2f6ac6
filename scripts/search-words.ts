// npx tsx scripts/search-words.ts: prints the character class of word separators for a PostgreSQL regular expression,
// from the Unicode tables of this Node: every character that is not a letter, digit or mark. Run once for a migration,
// because the database's own classes depend on its locale. Covers only characters that sort_name leaves; it decomposes
// the others.

const ranges: [first: number, last: number][] = [];
let between = false;
for (let point = 1; point <= 0x10ffff; point += 1) {
  const letter = String.fromCodePoint(point);
  // Characters that cannot occur, or are unassigned, may fall inside a range: that leaves fewer ranges.
  if ((point >= 0xd800 && point <= 0xdfff) || /\p{Cn}/u.test(letter)) continue;
  if (letter.normalize('NFKD') !== letter || /[A-Z]/.test(letter)) continue;
  const last = ranges.at(-1);
  const wasBetween = between;
  between = !/[\p{L}\p{N}\p{M}]/u.test(letter);
  if (between && wasBetween && last) last[1] = point;
  else if (between) ranges.push([point, point]);
}

const escaped = (point: number) =>
  point > 0xffff ? `\\U${point.toString(16).padStart(8, '0')}` : `\\u${point.toString(16).padStart(4, '0')}`;
const written = ranges.map(([first, last]) => (first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`));
console.log(`[${written.join('')}]`);
