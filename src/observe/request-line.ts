// One line a request.

import type { Call } from '../http/call.js';
import type { Log } from './log.js';

/** `cut` when the caller did not wait for the answer, or could not have all of it. */
export type WriteRequest = (call: Call, status: number, ms: number, cut: boolean) => void;

/** What machines ask for all the time is logged at the level debug only. */
const isRoutine = (route: string) => route.startsWith('/health/') || route === '/metrics';

/** Null when no request would be logged. */
export function requestLines(log: Log): WriteRequest | null {
  if (!log.isLevelEnabled('info')) return null;
  return ({ id, method, route, operation, documentName, keyId, remembered }, status, ms, cut) => {
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
    log[isRoutine(route) ? 'debug' : 'info'](line, 'request');
  };
}
