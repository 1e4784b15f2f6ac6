import { randomBytes } from 'node:crypto';
import { holdsKey } from '../key.js';

export const REQUEST_ID = 'x-request-id';

/** Short and printable, so that it needs no escaping in a log or a header. */
const SANE = /^[\w.:/+=@~-]{1,100}$/;

/** Unique among processes: a random start for each, then a count. */
const PREFIX = randomBytes(9).toString('base64url');
let made = 0;

/** Returns the caller's own request id if it is acceptable, or a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && SANE.test(given) && !holdsKey(given) ? given : `${PREFIX}-${++made}`;
}
