// One line a request.
import type { Log } from './log.js';
import type { Note } from './note.js';

/** `cut` when the caller did not wait for the answer, or could not have all of it. */
export type WriteRequest = (note: Note, status: number, ms: number, cut: boolean) => void;

/** What is asked all the time by machines, and of no interest unless one looks for it. */
const QUIET = /^\/(health\/|metrics$)/;

export function requestLines(log: Log): WriteRequest {
  return ({ id, method, route, operation, documentName, keyId, remembered }, status, ms, cut) => {
    const quiet = QUIET.test(route);
    if (!log.isLevelEnabled(quiet ? 'debug' : 'info')) return;
    const line = {
      id,
      method,
      route,
      operation: operation ?? documentName ?? undefined,
      status,
      ms: Math.round(ms * 100) / 100,
      key: keyId ?? undefined,
      remembered,
      cut: cut || undefined,
    };
    if (quiet) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
