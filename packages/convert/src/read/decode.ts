// Text in the encodings that spreadsheets and organisers' programs write.
import type { SourceFile } from '../converter.js';
import type { Notes } from '../notes.js';
import { decodeIn, type Guess, guessCodePage } from './code-page.js';

/** `encoding`: of a text that is not in Unicode, as a person or the format says; without one it is guessed. */
export type Encoded = Pick<SourceFile, 'bytes' | 'encoding'>;
export type Decoded = { text: string; guess: Guess | null };

/** UTF-8 and UTF-16 show themselves, with or without a byte order mark. */
export function decodeText({ bytes, encoding }: Encoded): Decoded {
  const unicode = unicodeOf(bytes);
  if (unicode !== null) return { text: new TextDecoder(unicode).decode(bytes), guess: null };
  const guess = encoding === undefined ? guessCodePage(bytes) : null;
  return { text: decodeIn(guess?.encoding ?? encoding ?? '', bytes), guess };
}

function unicodeOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [even, odd] = zerosOf(bytes.subarray(0, 4096));
  // Latin letters in UTF-16 have a zero in every other place; no other text has any.
  if (even + odd > 0) return even > odd ? 'utf-16be' : 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return null;
  }
}

/** The first line with a letter that is not in UTF-8, of a text in which most others are; null if there is none. */
export function brokenLine(bytes: Uint8Array): number | null {
  if (unicodeOf(bytes) !== null) return null;
  let [line, first, whole, broken] = [1, 0, 0, 0];
  for (const character of new TextDecoder('utf-8').decode(bytes)) {
    if (character === '\n') line += 1;
    if (character < '\u0080') continue;
    if (character !== '\ufffd') whole += 1;
    else {
      broken += 1;
      first ||= line;
    }
  }
  return whole >= broken && broken > 0 ? first : null;
}

function zerosOf(bytes: Uint8Array): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  return zeros;
}

/** By any name that the WHATWG has for it, as iso-8859-2; null for one that is not known. */
export function encodingNamed(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** Says in which code page a text was read, if that is a guess, with a word by which a person sees whether it is right. */
export function noteGuess({ guess }: Pick<Decoded, 'guess'>, file: string, notes: Notes): void {
  if (!guess) return;
  const advice = guess.other === null ? '' : `if that is not right, add --encoding ${guess.other}`;
  notes.guess(`the encoding, ${named(guess.encoding)}`, [{ file, at: guess.sample }], advice);
}

const named = (encoding: string) => encoding.replace(/^w/, 'W');

/** For formats that are always in Unicode or name their encoding. */
export const NOT_UNICODE = 'is not in UTF-8: save it so, or say what it is in with --encoding, as in windows-1250';
