// Checks the text of a search by name.
import { errors } from '../../errors.js';
import { checked } from '../builder/checked.js';

export const TEXT_MAX = 200;

/** Extension of an argument `text`. */
export const CHECKED_TEXT = checked(({ text }) => text != null && checkText(text));

function checkText(text: string): void {
  if ([...text].length > TEXT_MAX) throw errors.tooLong('text', TEXT_MAX);
  if (wordsIn(text) === 0) throw errors.withoutWord('text');
}

export const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
