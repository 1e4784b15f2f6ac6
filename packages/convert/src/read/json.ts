// JSON of which nothing is known beforehand: what is not there, or of another kind, is null.
import { decodeText, type Encoded, NOT_UNICODE } from './decode.js';
import { UnreadableError } from './unreadable.js';

export type JsonObject = { readonly [key: string]: unknown };

export function parseJson(encoded: Encoded): unknown {
  const { text, guess } = decodeText(encoded);
  if (guess) throw new UnreadableError(NOT_UNICODE);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableError(`is not JSON: ${(error as Error).message}`);
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

export function objectOf(of: JsonObject | null, key: string): JsonObject | null {
  const value = of?.[key];
  return isObject(value) ? value : null;
}

/** The first of these keys that holds text, or a number as text; without spaces around it, and never empty. */
export function textOf(of: JsonObject | null, ...keys: string[]): string | null {
  for (const key of keys) {
    const value = of?.[key];
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
    if (text !== '') return text;
  }
  return null;
}

/** The first of these keys that holds a number, also one written as text. */
export function numberOf(of: JsonObject | null, ...keys: string[]): number | null {
  for (const key of keys) {
    const value = of?.[key];
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'string' && /^-?\d{1,12}(\.\d{1,6})?$/.test(value.trim())) return Number(value);
  }
  return null;
}

export function wholeOf(of: JsonObject | null, ...keys: string[]): number | null {
  const number = numberOf(of, ...keys);
  return number !== null && Number.isInteger(number) ? number : null;
}

/** The number of a round; null for one that cannot be. */
export function roundOf(of: JsonObject | null): number | null {
  const round = wholeOf(of, 'round');
  return round !== null && round >= 1 && round <= 99 ? round : null;
}

/** The day of a date or a time, as it is written. */
export function dayOf(of: JsonObject | null, key: string): string | null {
  const text = textOf(of, key);
  return text !== null && /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? text.slice(0, 10) : null;
}
