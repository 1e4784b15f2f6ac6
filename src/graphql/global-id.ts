// Ids by which clients tell things apart: unique over everything, and made of the keys that the data itself has, so that
// they stay the same when the data is imported anew.
import type { Key } from '../db/read/by-key.js';

/** From the texts that a key was written as to the key, or null if there can be none like it. */
type Parse = (parts: string[]) => Key | null;

const one = ([key, ...more]: string[]) => (key && more.length === 0 ? key : null);

/** The types of `Node`. */
const KEYS = {
  Tournament: one,
  Club: one,
  Player: one,
  Battle: one,
  Stage: ([slug, id, ...more]) => (slug && id && more.length === 0 ? [slug, id] : null),
  /** The organiser's number: the one in the database is another after the tournament was deleted and imported again. */
  Participant: ([slug, entry = '', ...more]) =>
    slug && /^[1-9]\d{0,5}$/.test(entry) && more.length === 0 ? [slug, Number(entry)] : null,
} satisfies Record<string, Parse>;

export type NodeType = keyof typeof KEYS;

/** No key of the data has a slash. */
const BETWEEN = '/';

export function globalId(type: NodeType, ...key: (string | number)[]): string {
  return Buffer.from(`${type}:${key.join(BETWEEN)}`).toString('base64url');
}

/** Null for what is not the id of anything, whether or not that exists. */
export function readGlobalId(id: string): { type: NodeType; key: Key } | null {
  const bytes = Buffer.from(id, 'base64url');
  const text = bytes.toString();
  const [, type, written] = /^([A-Z][a-z]+):([^\0]+)$/s.exec(text) ?? [];
  if (type === undefined || written === undefined || !Object.hasOwn(KEYS, type)) return null;
  // A thing has one id, though the decoder forgives stray characters.
  if (Buffer.from(text).toString('base64url') !== id) return null;
  const key = KEYS[type as NodeType](written.split(BETWEEN));
  return key === null ? null : { type: type as NodeType, key };
}

/** The keys that may be meant where either the thing's own or its id can be given. Its own comes first: it has no rules. */
export function keysMeant(type: NodeType, given: string): string[] {
  const read = readGlobalId(given);
  return read?.type === type && typeof read.key === 'string' ? [given, read.key] : [given];
}
