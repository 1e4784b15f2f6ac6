// Read-your-writes: a caller who must see a recent write sends its position in the write-ahead log, or requests an
// answer that is not remembered.
import { errors } from '../errors.js';

/**
 * Position in bytes since the beginning of the log; infinite for everything that is committed by now; null when a
 * remembered answer will do.
 */
export type ReadAfter = number | null;

type Headers = { header(name: string): string | null };

/** Throws a 400 if the header is not a position. */
export function readAfterOf(call: Headers): ReadAfter {
  const position = call.header('x-read-after');
  if (position !== null && !POSITION.test(position)) throw errors.badReadAfter();
  if (wantsFreshAnswer(call)) return Number.POSITIVE_INFINITY;
  if (position === null) return null;
  const [segment = '', offset = ''] = position.split('/');
  return Number.parseInt(segment, 16) * 2 ** 32 + Number.parseInt(offset, 16);
}

/**
 * For streams: while the feed is down, a replica may be behind what was sent before, and nothing would report when it
 * has caught up.
 */
export function followedReadAfter(feed: { isLive(): boolean }): ReadAfter {
  return feed.isLive() ? null : Number.POSITIVE_INFINITY;
}

/** True if the answer must be worked out even when it is remembered. */
export function bypassesCache(call: Headers): boolean {
  return call.header('x-read-after') !== null || wantsFreshAnswer(call);
}

const POSITION = /^[\da-f]{1,8}\/[\da-f]{1,8}$/i;

/** With an ETag the request only revalidates its answer: `fetch` then adds `no-cache` by itself. */
function wantsFreshAnswer(call: Headers): boolean {
  const control = call.header('cache-control');
  return control !== null && call.header('if-none-match') === null && NO_CACHE.test(control);
}

const NO_CACHE = /(^|,)\s*no-cache\s*(,|$)/i;
