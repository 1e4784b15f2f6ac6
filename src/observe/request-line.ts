// One log line per request.

import { pid } from 'node:process';
import type { Call } from '../http/call.js';
import type { Log } from './log.js';
import { METRICS_PATH } from './metrics-page.js';

/** `cut` is true if the client did not wait for the response, or could not receive all of it. */
export type WriteRequest = (call: Call, status: number, ms: number, cut: boolean) => void;

/** Frequent requests of machines are logged only at level debug. */
const isRoutine = (route: string) => route.startsWith('/health/') || route === METRICS_PATH;

/** Returns null if no request would be logged. */
export function requestLines(log: Log): WriteRequest | null {
  if (!log.isLevelEnabled('info')) return null;
  const routineToo = log.isLevelEnabled('debug');
  return (call, status, ms, cut) => {
    const routine = isRoutine(call.route);
    if (!routine || routineToo) log.writeLine(lineOf(call, routine ? 'debug' : 'info', status, ms, cut));
  };
}

/**
 * Written by hand: pino inspects every property, and a remembered answer then takes longer (docs/figures.md). All
 * values are ASCII, and none contains a character that JSON would escape.
 */
function lineOf(call: Call, level: string, status: number, ms: number, cut: boolean): string {
  const { id, method, route, operation, documentName, keyId, remembered } = call;
  const name = operation ?? documentName;
  return (
    `{"level":"${level}","time":${Date.now()},"pid":${pid},"id":"${id}","method":"${method}","route":"${route}"` +
    `${name === null ? '' : `,"operation":"${name}"`},"status":${status},"ms":${Math.round(ms * 100) / 100}` +
    `${keyId === null ? '' : `,"key":${keyId}`},"remembered":${remembered}${cut ? ',"cut":true' : ''},"msg":"request"}\n`
  );
}
