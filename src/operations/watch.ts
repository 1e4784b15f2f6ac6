// Sees every request come and go, and every statement it sends, for those who want to know: the log, the metrics, the
// traces. What nobody wants to know costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { WatchStatement } from '../db/watched.js';
import { createNote, type Note } from './note.js';
import type { WriteRequest } from './request-line.js';
import type { Trace } from './trace.js';
import type { Watchdog } from './watchdog.js';

export type Watch = {
  begin(method: string | undefined, headers: IncomingHttpHeaders): Note;
  /** Runs what answers the request, so that its statements are known to be its own. */
  within<Result>(note: Note, work: () => Result): Result;
  end(note: Note, status: number, cut?: boolean): void;
  /** Null unless somebody wants to know about statements. */
  statement: WatchStatement | null;
};

export type Watchers = {
  write?: WriteRequest | null;
  /** Counts an answered request. */
  count?: ((note: Note, status: number, ms: number) => void) | null;
  /** Knows which requests are under way. */
  watchdog?: Pick<Watchdog, 'began' | 'ended'> | null;
  trace?: ((method: string, headers: IncomingHttpHeaders) => Trace) | null;
};

export function createWatch({ write = null, count = null, trace = null, watchdog = null }: Watchers = {}): Watch {
  const current = count || trace ? new AsyncLocalStorage<Note>() : null;
  const running = new Set<Note>();
  const inside = <Result>(note: Note, work: () => Result): Result => {
    if (!current) return work();
    running.add(note);
    return current.run(note, work);
  };
  return {
    begin(method, headers) {
      const note = createNote(method, headers);
      if (trace) note.trace = trace(note.method, headers);
      return note;
    },
    within(note, work) {
      const result = inside(note, work);
      // Now that its route is known.
      watchdog?.began(note);
      return result;
    },
    end(note, status, cut = false) {
      const ms = performance.now() - note.startedAt;
      watchdog?.ended(note);
      write?.(note, status, ms, cut);
      count?.(note, status, ms);
      note.trace?.end(note.route, status);
      // While it is on, everything in the process takes longer, remembered answers most of all.
      if (running.delete(note) && running.size === 0) current?.disable();
    },
    statement:
      current &&
      ((text, send) => {
        const note = current.getStore();
        if (!note) return send();
        note.statements += 1;
        return note.trace ? note.trace.statement(text, send) : send();
      }),
  };
}
