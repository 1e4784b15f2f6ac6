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
  const routineToo = log.isLevelEnabled('debug');
  return (call, status, ms, cut) => {
    const routine = isRoutine(call.route);
    if (!routine || routineToo) log.writeLine(lineOf(call, routine ? 'debug' : 'info', status, ms, cut));
  };
}

/**
 * By hand: written by pino, which looks at every property, a remembered answer takes 14 µs longer (docs/figures.md). All
 * words in it are ASCII, and none has anything that JSON would escape.
 */
function lineOf(call: Call, level: string, status: number, ms: number, cut: boolean): string {
  const { id, method, route, operation, documentName, keyId, remembered } = call;
  const name = operation ?? documentName;
  return (
    `{"level":"${level}","time":${Date.now()},"pid":${process.pid},"id":"${id}","method":"${method}","route":"${route}"` +
    `${name === null ? '' : `,"operation":"${name}"`},"status":${status},"ms":${Math.round(ms * 100) / 100}` +
    `${keyId === null ? '' : `,"key":${keyId}`},"remembered":${remembered}${cut ? ',"cut":true' : ''},"msg":"request"}\n`
  );
}
