// A caller who must see what was written a moment ago says so: by the position of the write in the database's log, or by
// asking for an answer that is not remembered.
import { errors } from '../errors.js';

/**
 * In bytes since the beginning of the log, infinite for everything that is committed by now; null when an answer that is
 * remembered will do.
 */
export type ReadAfter = number | null;

type Headers = { header(name: string): string | null };

/** Throws a 400 for what is no position. */
export function readAfterOf(call: Headers): ReadAfter {
  const position = call.header('x-read-after');
  if (position !== null && !POSITION.test(position)) throw errors.badReadAfter();
  if (asksAnew(call)) return Number.POSITIVE_INFINITY;
  if (position === null) return null;
  const [segment = '', offset = ''] = position.split('/');
  return Number.parseInt(segment, 16) * 2 ** 32 + Number.parseInt(offset, 16);
}

/**
 * For what is followed: while nothing is heard of changes a replica may be behind what was shown before, and nothing would
 * tell when it no longer is.
 */
export function followedReadAfter(feed: { isLive(): boolean }): ReadAfter {
  return feed.isLive() ? null : Number.POSITIVE_INFINITY;
}

/** Whether the answer must be asked for, remembered or not. */
export function mustAsk(call: Headers): boolean {
  return call.header('x-read-after') !== null || asksAnew(call);
}

const POSITION = /^[\da-f]{1,8}\/[\da-f]{1,8}$/i;

/** With a tag it only asks whether the answer is still the same: `fetch` then adds `no-cache` by itself. */
function asksAnew(call: Headers): boolean {
  const control = call.header('cache-control');
  return control !== null && call.header('if-none-match') === null && NO_CACHE.test(control);
}

const NO_CACHE = /(^|,)\s*no-cache\s*(,|$)/i;
