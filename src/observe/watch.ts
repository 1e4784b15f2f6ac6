// Sees every request come and go, and every statement it sends, for those who want to know: the log, the metrics, the
// traces. What is not observed costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { WatchStatement } from '../db/watched.js';
import type { Call, Trace } from '../http/call.js';
import type { Watching } from '../http/server.js';
import type { WriteRequest } from './request-line.js';
import type { Watchdog } from './watchdog.js';

export type Watch = Watching & {
  /** Null unless there are metrics or traces. */
  statement: WatchStatement | null;
};

export type Watchers = {
  write?: WriteRequest | null;
  /** Counts an answered request. */
  count?: ((call: Call, status: number, ms: number) => void) | null;
  /** Knows which requests are under way. */
  watchdog?: Pick<Watchdog, 'began' | 'ended'> | null;
  trace?: ((method: string, headers: IncomingHttpHeaders) => Trace) | null;
};

export function createWatch({ write = null, count = null, trace = null, watchdog = null }: Watchers = {}): Watch {
  const current = count || trace ? new AsyncLocalStorage<Call>() : null;
  const running = new Set<Call>();
  const inside = <Result>(call: Call, work: () => Result): Result => {
    if (!current) return work();
    running.add(call);
    return current.run(call, work);
  };
  const settle = (call: Call): void => {
    watchdog?.ended(call);
    // While it is on, everything in the process takes longer, remembered answers most of all.
    if (running.delete(call) && running.size === 0) current?.disable();
  };
  return {
    begin(call) {
      if (trace) call.trace = trace(call.method, call.headers);
    },
    within(call, work) {
      const result = inside(call, work);
      // Now that its route is known.
      watchdog?.began(call);
      return result;
    },
    opened(call) {
      call.streamed = true;
      settle(call);
      // As long as it took to open; it may be open for days.
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
