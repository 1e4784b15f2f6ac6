// Read-your-writes: a caller who must see a recent write sends the number that the log had after it, or requests an
// answer that is not remembered.
import { errors } from '../errors.js';

/** Number of the log; infinite for everything that is committed by now; null when a remembered answer will do. */
export type ReadAfter = number | null;

type Headers = { header(name: string): string | null };

/** Throws a 400 if the header is not a number. */
export function readAfterOf(call: Headers): ReadAfter {
  const number = call.header('x-read-after');
  if (number !== null && !NUMBER.test(number)) throw errors.badReadAfter();
  if (wantsFreshAnswer(call)) return Number.POSITIVE_INFINITY;
  return number === null ? null : Number(number);
}

/** True if the answer must be worked out even when it is remembered. */
export function bypassesCache(call: Headers): boolean {
  return call.header('x-read-after') !== null || wantsFreshAnswer(call);
}

const NUMBER = /^\d{1,15}$/;

/** With an ETag the request only revalidates its answer: `fetch` then adds `no-cache` by itself. */
function wantsFreshAnswer(call: Headers): boolean {
  const control = call.header('cache-control');
  return control !== null && call.header('if-none-match') === null && NO_CACHE.test(control);
}

const NO_CACHE = /(^|,)\s*no-cache\s*(,|$)/i;
