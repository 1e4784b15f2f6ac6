// What people write into cells: numbers, days, results. Undefined stands for what is not understood.
import { type Outcome, outcomeOf } from '../event.js';
import { fold, type Language, QUIT_WORDS, roundsIn } from './words.js';

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

/** People write a dash where there is nothing. */
export const isNothing = (text: string): boolean => /^[-–—./]?$/.test(text);

const YES = new Set(['yes', 'y', 'ja', 'j', 'oui', 'o', 'tak', 't', 'si', 's', 'x', 'true', '1']);
const NO = new Set(['', 'no', 'n', 'nein', 'non', 'nie', 'false', '0']);

function flagIn(text: string): boolean | undefined {
  const word = text === '✓' || text === '✔' ? 'x' : fold(text);
  return YES.has(word) ? true : NO.has(word) ? false : undefined;
}

/** That a player has left, and the last round where it is named. */
type Quitting = { lastRound: number | null };
const QUITS = Object.values(QUIT_WORDS).flatMap((words) => words.split(', '));

/** "dropped", "Abgemeldet nach Runde 3", "abandon (R3)". */
export function quitIn(text: string): Quitting | undefined {
  const words = fold(text);
  if (QUITS.includes(words)) return { lastRound: null };
  const [round] = QUITS.some((word) => words.startsWith(`${word} `)) ? roundsIn(words) : [];
  return round && { lastRound: round.number };
}

/** In a column of who dropped: yes, no, such words, or the last round alone. */
export function droppedIn(text: string): Quitting | false | undefined {
  const flag = flagIn(text);
  if (flag !== undefined) return flag && { lastRound: null };
  const words = fold(text);
  const number = roundsIn(words)[0]?.number ?? (/^\d{1,2}$/.test(words) ? Number(words) : undefined);
  return quitIn(text) ?? (number === undefined ? undefined : { lastRound: number });
}

/** Notes say anything. With a word for quitting in other words than these, they are not understood. */
export function noteIn(text: string): Quitting | false | undefined {
  const words = new Set(fold(text).split(' '));
  return quitIn(text) ?? (QUITS.some((word) => words.has(word)) ? undefined : false);
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

/** Words for a round that was not played, in the row of who came, of who did not, and of who has left. */
const UNPLAYED = {
  walkover:
    'walkover, walk over, w o, wo, kampflos, kampfloser, kampflose, sans jouer, walkower, walkowerem, sin jugar',
  noShow: `no show, noshow, did not show, did not show up, did not play, dnp, absent, forfeit, forfeited, ff, concede,
    conceded, nicht angetreten, nicht erschienen, forfait, non presente, nie stawil sie,
    nie stawila sie, nieobecny, nieobecna, poddal, incomparecencia, no presentado, no se presento, ausente`,
  quit: QUITS.join(', '),
};
export type Unplayed = keyof typeof UNPLAYED;
const unplayedByWord = new Map(
  Object.entries(UNPLAYED).flatMap(([kind, words]) =>
    words.split(/,\s+/).map((word): [string, Unplayed] => [word, kind as Unplayed]),
  ),
);

export const unplayedIn = (text: string): Unplayed | undefined =>
  unplayedByWord.get(fold(text).replace(BECAUSE, '')) ?? (quitIn(text) && 'quit');
const BECAUSE = /^(by|due to|durch|per|wegen|par|pour|por|przez|z powodu) /;

type Result = {
  outcome: Outcome;
  size: 'major' | 'minor' | null;
  scores: [own: number, other: number] | null;
  unplayed: Unplayed | null;
};

/** For who wrote something else. */
export const RESULT_WORDS: Record<Language, string> = {
  en: 'win, draw, loss, 15:5, bye, walkover, no show or dropped',
  de: 'Sieg, Unentschieden, Niederlage, 15:5, Freilos, kampflos, nicht angetreten or abgemeldet',
  fr: 'victoire, nul, défaite, 15:5, exempt, victoire par forfait, forfait or abandon',
  pl: 'wygrana, remis, przegrana, 15:5, wolny los, walkower, nie stawił się or wycofał się',
  es: 'victoria, empate, derrota, 15:5, libre, sin jugar, no presentado or retirado',
};

/** A word, a letter of the language, 1, ½ and 0, two scores such as 15:5, and with or without these that it was not played. */
export function resultIn(text: string, language: Language): Result | undefined {
  // A half, or one to two.
  if (/^1 ?\/ ?2$/.test(text)) return undefined;
  const [, own = '', other = '', rest = ''] = /^(\d[\d.,]*) ?[-–:/] ?(\d[\d.,]*)( .+)?$/.exec(text) ?? [];
  const [first, second] = [decimalIn(own), decimalIn(other)];
  if (first !== undefined && second !== undefined) {
    const unplayed = rest === '' ? null : unplayedIn(rest);
    const outcome = outcomeOf(first, second);
    return unplayed === undefined ? undefined : { outcome, size: null, scores: [first, second], unplayed };
  }
  const [, size = null, word = ''] = /^(?:(major|minor) )?(.*)$/.exec(fold(text)) ?? [];
  const outcome = outcomeIn(word, language) ?? ownOf(NUMERALS, text.replace(',', '.'));
  if (outcome) return { outcome, size: size as Result['size'], scores: null, unplayed: null };
  return unplayedResult(word, language);
}

const outcomeIn = (word: string, language: Language) => byWord.get(word) ?? ownOf(LETTERS[language], word);

/** Such as "walkover", "win by forfeit" and "kampfloser sieg". */
function unplayedResult(words: string, language: Language): Result | undefined {
  const [first = '', last = ''] = [/^\S+/.exec(words)?.[0], /\S+$/.exec(words)?.[0]];
  const whole = unplayedIn(words);
  const ahead = unplayedIn(words.slice(first.length));
  const behind = unplayedIn(words.slice(0, words.length - last.length));
  const outcome = whole ? null : ((ahead && outcomeIn(first, language)) ?? (behind && outcomeIn(last, language)));
  const unplayed = whole ?? ahead ?? behind;
  return unplayed && outcome !== undefined ? { outcome, size: null, scores: null, unplayed } : undefined;
}

const ownOf = (of: { [key: string]: Outcome }, key: string) => (Object.hasOwn(of, key) ? of[key] : undefined);
const NUMERALS: Record<string, Outcome> = { '1': 'win', '0.5': 'draw', '½': 'draw', '=': 'draw', '0': 'loss' };
