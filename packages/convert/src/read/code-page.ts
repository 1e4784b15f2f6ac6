// Which of two Windows code pages a text is in: 1250 (Polish, Czech, Hungarian) or 1252 (German, French, Spanish, Nordic).
// Nothing in the bytes names it. They have most letters in common; of the others one reading makes words that can be
// written, and the other puts signs, capitals or consonants where no language has them.

type CodePage = 'windows-1250' | 'windows-1252';

/** 0x80 to 0x9f of Windows-1252; Node before 24 decodes them as Latin-1, where they are control characters. */
const SIGNS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export function decodeIn(encoding: string, bytes: Uint8Array): string {
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replaceAll(/[\u0080-\u009f]/g, (sign) => SIGNS_1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const PAGES: Record<CodePage, string> = {
  'windows-1250': decodeIn('windows-1250', BYTES),
  'windows-1252': decodeIn('windows-1252', BYTES),
};
const differs = (byte: number) => PAGES['windows-1250'][byte] !== PAGES['windows-1252'][byte];

export type Guess = {
  encoding: CodePage;
  /** A word that shows whether it is right; empty if there is none. */
  sample: string;
  /** What it would be otherwise; null where both pages have all its letters. */
  other: CodePage | null;
};

/** Letters that tell the pages apart. */
const ENOUGH = 10_000;

export function guessCodePage(bytes: Uint8Array): Guess {
  let [first, firstDiffering, count, lead] = [-1, -1, 0, 0];
  for (let at = 0; at < bytes.length && count < ENOUGH; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    if (first < 0) first = at;
    if (!differs(byte)) continue;
    if (firstDiffering < 0) firstDiffering = at;
    count += 1;
    lead += plausibility('windows-1250', bytes, at) - plausibility('windows-1252', bytes, at);
  }
  const isCentral = lead > 0 || (lead === 0 && firstDiffering >= 0 && looksCentral(bytes));
  const [encoding, other] = ORDER[isCentral ? 'windows-1250' : 'windows-1252'];
  const sample = wordAt(encoding, bytes, firstDiffering < 0 ? first : firstDiffering);
  return { encoding, sample, other: firstDiffering < 0 ? null : other };
}

const ORDER: Record<CodePage, [CodePage, CodePage]> = {
  'windows-1250': ['windows-1250', 'windows-1252'],
  'windows-1252': ['windows-1252', 'windows-1250'],
};

/** Without what only stands for letters, such as ª and ˇ. */
const isLetter = (character: string) => /[\p{Ll}\p{Lu}]/u.test(character);
const isLower = (character: string) => /\p{Ll}/u.test(character);
const isUpper = (character: string) => /\p{Lu}/u.test(character);
const isVowel = (character: string) => /[aeiouyæœø]/i.test(character.normalize('NFD')[0] ?? '');

/** How well the byte fits between its neighbours: 1 as in a usual word, -3 as in none. */
function plausibility(page: CodePage, bytes: Uint8Array, at: number): number {
  const characterAt = (index: number) => PAGES[page][bytes[index] ?? 0x20] ?? ' ';
  const [before, own, after] = [characterAt(at - 1), characterAt(at), characterAt(at + 1)];
  if (!isLetter(own)) {
    // A footnote or m³ may follow a word, and a question begins with ¿.
    if (isLetter(after)) return /[¿¡]/.test(own) && !isLetter(before) ? 0 : -3;
    return isLetter(before) ? -1 : 0;
  }
  if (!isLetter(before) && !isLetter(after)) return -1;
  if ((isUpper(own) && isLower(before)) || (isLower(own) && isUpper(after))) return -3;
  if (own === 'ñ' || own === 'Ñ') return isVowel(after) ? 1 : -2;
  // Before a vowel Polish writes ci, ni, si and zi.
  if (/[ćńśź]/i.test(own)) return isVowel(after) ? -2 : 1;
  // Portuguese writes õ before e only, and Hungarian ő before consonants.
  if (/õ/i.test(own)) return /e/i.test(after) ? 1 : -1;
  if (/ő/i.test(own)) return isVowel(after) ? -1 : 1;
  // French û stands behind other vowels or b, d, f, l, m, r and s; Hungarian ű behind consonants only.
  if (/û/i.test(own)) return -hungarianBefore(before);
  if (/ű/i.test(own)) return hungarianBefore(before);
  if (/œ/i.test(own)) return /u/i.test(after) ? 1 : -1;
  const vowels = [before, after].filter(isVowel).length;
  // A diaeresis is there because of the vowel beside it.
  if (isVowel(own)) return vowels > 0 === /ï/i.test(own) ? 1 : -1;
  return vowels > 0 ? 1 : -1;
}

const hungarianBefore = (letter: string) => (/[cghknptvyz]/i.test(letter) ? 1 : isVowel(letter) ? -1 : 0);

const WORDS_MAX = 64 * 1024;
const CENTRAL = /cz|sz|rz|dz[iy]|sk[ia]$|[iy]cz|^w[ly]|owy$/i;

/** Vowels alone do not tell ę from ê, or sű from sû; what the words around them are made of does. */
function looksCentral(bytes: Uint8Array): boolean {
  const words =
    Buffer.from(bytes.subarray(0, WORDS_MAX))
      .toString('latin1')
      .match(/[a-z]{3,}/gi) ?? [];
  return words.filter((word) => CENTRAL.test(word)).length * 10 > words.length;
}

const SAMPLE_MAX = 40;

/** The word, with the words beside it, as far as they are in the same cell. */
function wordAt(page: CodePage, bytes: Uint8Array, at: number): string {
  if (at < 0) return '';
  const text = decodeIn(page, bytes.subarray(Math.max(0, at - SAMPLE_MAX), at + SAMPLE_MAX));
  const middle = Math.min(at, SAMPLE_MAX);
  const before = /[\p{L}\p{M} '’-]*$/u.exec(text.slice(0, middle))?.[0] ?? '';
  const after = /^[\p{L}\p{M} '’-]*/u.exec(text.slice(middle + 1))?.[0] ?? '';
  return `${before}${text[middle] ?? ''}${after}`.trim();
}
