// What people write into cells: numbers, days, results. Undefined stands for what is not understood.
import { type Outcome, outcomeOf } from '../event.js';
import { fold, type Language } from './words.js';

/** With a decimal point or comma. Three digits behind it could as well be thousands, so they are not understood. */
export function decimalIn(text: string): number | undefined {
  if (/^½$/.test(text)) return 0.5;
  const plain = text.replaceAll('−', '-').replaceAll(/(\d)[ '’](?=\d{3}\b)/g, '$1');
  return /^[+-]?\d{1,9}(?:[.,](?:\d{1,2}|\d{4}))?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

/** A whole number, also with separated thousands. */
export function wholeIn(text: string): number | undefined {
  const plain = text.replaceAll('−', '-').replaceAll(/(\d)[ '’.,](?=\d{3}(?:\D|$))/g, '$1');
  return /^[+-]?\d{1,9}(?:[.,]0+)?$/.test(plain) ? Number(plain.replace(/[.,]0+$/, '')) : undefined;
}

/** ISO order, or day first; with slashes in an English file only when it cannot be the month that is first. */
export function dayIn(text: string, language: Language): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, first, mark, second, year] = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [day, month] = [Number(first), Number(second)];
  if (mark === '/' && language === 'en' && day <= 12 && day !== month) return undefined;
  return validDay(Number(year), month, day);
}

function validDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}

const YES = new Set(['yes', 'y', 'ja', 'j', 'oui', 'o', 'tak', 't', 'si', 's', 'x', 'true', '1', 'dropped', 'drop']);
const NO = new Set(['', 'no', 'n', 'nein', 'non', 'nie', 'false', '0']);

export function flagIn(text: string): boolean | undefined {
  const word = text === '✓' || text === '✔' ? 'x' : fold(text);
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

const BYE =
  /^(bye|by|freilos|spielfrei|exempt|exempte|bay|wolny los|wolne|pauza|bye freilos|libre|descanso|descansa)( \d+)?$/;

export const isBye = (text: string) => BYE.test(fold(text));

const OUTCOMES: Record<string, string> = {
  win: 'win, won, victory, sieg, gewonnen, victoire, gagne, wygrana, zwyciestwo, victoria, ganada, ganado',
  loss: 'loss, lost, lose, defeat, niederlage, verloren, defaite, perdu, przegrana, porazka, derrota, perdida, perdido',
  draw: 'draw, drawn, tie, tied, unentschieden, remis, nul, match nul, egalite, empate',
};
/** The same letter is another result in another language: D is a draw in English and a defeat in French. */
const LETTERS: Record<Language, { [letter: string]: Outcome }> = {
  en: { w: 'win', v: 'win', l: 'loss', d: 'draw', t: 'draw' },
  de: { s: 'win', w: 'win', g: 'win', n: 'loss', l: 'loss', v: 'loss', u: 'draw', d: 'draw' },
  fr: { v: 'win', g: 'win', d: 'loss', p: 'loss', n: 'draw', e: 'draw' },
  pl: { w: 'win', z: 'win', p: 'loss', r: 'draw' },
  es: { v: 'win', g: 'win', d: 'loss', p: 'loss', e: 'draw' },
};
const byWord = new Map(
  Object.entries(OUTCOMES).flatMap(([outcome, words]) =>
    words.split(', ').map((word): [string, Outcome] => [word, outcome as Outcome]),
  ),
);

export type Result = {
  outcome: Outcome;
  size: 'major' | 'minor' | null;
  scores: [own: number, other: number] | null;
};

/** A word, a letter of the language, 1, ½ and 0, or two scores such as 15:5. */
export function resultIn(text: string, language: Language): Result | undefined {
  const [, own = '', other = ''] = /^(\d[\d.,]*) ?[-–:/] ?(\d[\d.,]*)$/.exec(text) ?? [];
  const scores = [decimalIn(own), decimalIn(other)];
  const [first, second] = scores;
  if (first !== undefined && second !== undefined) {
    return { outcome: outcomeOf(first, second), size: null, scores: [first, second] };
  }
  const [, size = null, word = ''] = /^(?:(major|minor) )?(.*)$/.exec(fold(text)) ?? [];
  const outcome = byWord.get(word) ?? ownOf(LETTERS[language], word) ?? ownOf(NUMERALS, text.replace(',', '.'));
  return outcome ? { outcome, size: size as Result['size'], scores: null } : undefined;
}

const ownOf = (of: { [key: string]: Outcome }, key: string) => (Object.hasOwn(of, key) ? of[key] : undefined);
const NUMERALS: Record<string, Outcome> = { '1': 'win', '0.5': 'draw', '½': 'draw', '=': 'draw', '0': 'loss' };
