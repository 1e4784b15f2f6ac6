import { randomUUID } from 'node:crypto';
import { holdsKey } from '../key.js';

export const REQUEST_ID = 'x-request-id';

/** Short and printable, so that it can stand in a log and in a header as it is. */
const SANE = /^[\w.:/+=@~-]{1,100}$/;

/** The caller's own id for the request, if it can be one, or a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && SANE.test(given) && !holdsKey(given) ? given : randomUUID();
}
