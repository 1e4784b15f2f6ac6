import { randomUUID } from 'node:crypto';
import { holdsKey } from '../key.js';

export const REQUEST_ID = 'x-request-id';

/** Short and printable, so that it needs no escaping in a log or a header. */
const SANE = /^[\w.:/+=@~-]{1,100}$/;

/** Returns the caller's own request id if it is acceptable, or a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && SANE.test(given) && !holdsKey(given) ? given : randomUUID();
}
