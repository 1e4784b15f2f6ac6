// Names as keys: lower case letters and digits of the Latin alphabet, joined by dashes.

/** Letters that Unicode does not take apart. */
const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const SLUG_CHARACTERS_MAX = 100;

/** Other alphabets keep their letters; null when nothing is left. */
export function slugOf(name: string): string | null {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
  const slug = [...plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-')].slice(0, SLUG_CHARACTERS_MAX).join('');
  return slug.replaceAll(/^-|-$/g, '') || null;
}

/** Events recur: the year of an event tells it from the others of its name. */
export function eventSlug(name: string, startDate: string | null): string {
  const slug = slugOf(name) ?? 'tournament';
  const year = startDate?.slice(0, 4);
  return year && !slug.includes(year) ? `${slug}-${year}` : slug;
}

/** For comparing names within an event: spaces, case and accents do not matter. */
export const foldName = (name: string) => slugOf(name) ?? name.trim();
