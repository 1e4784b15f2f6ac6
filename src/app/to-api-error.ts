// Maps failures to errors for callers: deliberate errors unchanged, an outage of the database as such, and anything
// else as an id by which it is found in the log.
import { randomUUID } from 'node:crypto';
import { type Outage, outageOf } from '../db/outage.js';
import { ApiError, type ErrorLog, errors, maskUnexpected, type ToApiError } from '../errors.js';

/** An outage fails every request, so each kind is logged at most once in this time. */
const OUTAGE_LOG_MS = 1_000;

export function createToApiError(log: ErrorLog, now: () => number = () => performance.now()): ToApiError {
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

/** Node's error for a body whose client has disconnected; its code is that of a lost database connection. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted';
}
