// What callers are told when something fails: an error made on purpose as it is, an outage of the database as such, and
// an id to find anything else by in the log.
import { randomUUID } from 'node:crypto';
import { type Outage, outageOf } from '../db/outage.js';
import { ApiError, type ErrorLog, errors, maskUnexpected, type ToApiError } from '../errors.js';

/** An outage fails every request: the log hears of it once in so long. */
const OUTAGE_LOG_MS = 1_000;

export function createToApiError(log: ErrorLog, now: () => number = Date.now): ToApiError {
  const loggedAt = new Map<Outage, number>();
  return (error, id = randomUUID()) => {
    if (error instanceof ApiError) return error;
    if (isHangUp(error)) return errors.hungUp();
    const outage = outageOf(error);
    if (outage === null) return maskUnexpected(error, log, id);
    if (now() - (loggedAt.get(outage) ?? Number.NEGATIVE_INFINITY) >= OUTAGE_LOG_MS) {
      loggedAt.set(outage, now());
      log(`the database is ${outage}`, error, id);
    }
    return outage === 'slow' ? errors.tookTooLong() : errors.unreachable();
  };
}

/** What Node says of a body whose sender has gone; its code is that of a lost database. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted';
}
