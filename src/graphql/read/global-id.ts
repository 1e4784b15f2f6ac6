// Global ids: unique across all types, and built from the keys of the data itself, so that they stay the same when the
// data is imported again.
import type { Key } from '../../db/one-statement/by-key.js';

/** Converts the parts of a written key to the key; null if no such key can exist. */
type Parse = (parts: string[]) => Key | null;

const one = ([key, ...more]: string[]) => (key && more.length === 0 ? key : null);

/** Key parsers of the `Node` types. */
const KEYS = {
  Tournament: one,
  Club: one,
  Player: one,
  Battle: one,
  Faction: one,
  Stage: ([slug, id, ...more]) => (slug && id && more.length === 0 ? [slug, id] : null),
  /** The organiser's entry number: the database id changes when the tournament is deleted and imported again. */
  Participant: ([slug, entry = '', ...more]) =>
    slug && /^[1-9]\d{0,5}$/.test(entry) && more.length === 0 ? [slug, Number(entry)] : null,
  /** A name may contain a slash, so it is percent-encoded. */
  Team: ([slug, name = '', ...more]) => {
    const decoded = slug && more.length === 0 ? decodedName(name) : null;
    return slug && decoded ? [slug, decoded] : null;
  },
} satisfies Record<string, Parse>;

/** Null unless it is the one way to write the name. */
function decodedName(text: string): string | null {
  try {
    const name = decodeURIComponent(text);
    return encodeURIComponent(name) === text && !name.includes('\0') ? name : null;
  } catch {
    return null;
  }
}

export type NodeType = keyof typeof KEYS;

/** Separates the parts of a key; no part contains a slash. */
const BETWEEN = '/';

export function globalId(type: NodeType, ...key: (string | number)[]): string {
  return Buffer.from(`${type}:${key.join(BETWEEN)}`).toString('base64url');
}

/** Null if the text is not a valid id. Whether the thing exists is not checked. */
export function readGlobalId(id: string): { type: NodeType; key: Key } | null {
  const bytes = Buffer.from(id, 'base64url');
  const text = bytes.toString();
  const [, type, written] = /^([A-Z][a-z]+):([^\0]+)$/s.exec(text) ?? [];
  if (type === undefined || written === undefined || !Object.hasOwn(KEYS, type)) return null;
  // The decoder ignores stray characters; only the canonical spelling is accepted, so that a thing has one id.
  if (Buffer.from(text).toString('base64url') !== id) return null;
  const key = KEYS[type as NodeType](written.split(BETWEEN));
  return key === null ? null : { type: type as NodeType, key };
}

/** Possible keys where a key or a global id may be given. The text as a key comes first: keys have no fixed form. */
export function candidateKeys(type: NodeType, given: string): string[] {
  const read = readGlobalId(given);
  return read?.type === type && typeof read.key === 'string' ? [given, read.key] : [given];
}
