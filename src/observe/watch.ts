// Observes the start and end of every request and every statement it sends, for log, metrics and traces. What is not
// observed costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { WatchStatement } from '../db/watched.js';
import type { Call, Trace } from '../http/call.js';
import type { Watching } from '../http/handler.js';
import type { WriteRequest } from './request-line.js';

export type Watch = Watching & {
  /** Null unless metrics or traces are on. */
  statement: WatchStatement | null;
};

export type Watchers = {
  write?: WriteRequest | null;
  /** Counts an answered request. */
  count?: ((call: Call, status: number, ms: number) => void) | null;
  /** Counts a stream that was opened. */
  countOpened?: ((call: Call) => void) | null;
  trace?: ((method: string, headers: IncomingHttpHeaders) => Trace) | null;
};

export function createWatch(watchers: Watchers = {}): Watch {
  const { write = null, count = null, countOpened = null, trace = null } = watchers;
  const current = count || trace ? new AsyncLocalStorage<Call>() : null;
  const running = new Set<Call>();
  const settle = (call: Call): void => {
    // While AsyncLocalStorage is enabled, everything in the process is slower, remembered answers most of all.
    if (running.delete(call) && running.size === 0) current?.disable();
  };
  return {
    begin(call) {
      if (trace) call.trace = trace(call.method, call.headers);
    },
    within(call, work) {
      if (!current) return work();
      running.add(call);
      return current.run(call, work);
    },
    opened(call) {
      call.streamed = true;
      countOpened?.(call);
      settle(call);
      // The span covers only the opening of a stream, which may stay open for days.
      call.trace?.end(call.route, 200);
      call.trace = null;
    },
    end(call, status, cut = false) {
      const ms = performance.now() - call.startedAt;
      write?.(call, status, ms, cut);
      count?.(call, status, ms);
      call.trace?.end(call.route, status);
      settle(call);
    },
    statement:
      current &&
      ((text, send) => {
        const call = current.getStore();
        if (!call) return send();
        call.statements += 1;
        return call.trace ? call.trace.statement(text, send) : send();
      }),
  };
}
