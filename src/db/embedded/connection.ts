// Statements and transactions over the worker thread of the embedded database. The thread answers in order, so while a
// caller holds it for more than one statement, all others wait before they send theirs.
import { within } from '../../helpers/within.js';
import { DbGoneError, DbTimeoutError } from '../db-error.js';
import { steadyMs } from './steady.js';
import type { Call, Thread } from './thread.js';

export type Connection = {
  /** Runs outside a transaction; rejects after the statement timeout unless `until` is given. */
  call: Call;
  /** Takes the connection exclusively until it is released. Same timeout as `call`. */
  take(): Promise<{ call: Call; release(): void }>;
  begin(statement: string): Promise<OpenTransaction>;
  /** Returns a function that removes the listener. */
  listen(events: ConnectionEvents): () => void;
  close(): Promise<void>;
};

type ConnectionEvents = {
  /** Called for each notification. */
  onNotice(): void;
  /** Called when the database has stopped; its LISTENs are lost. */
  onLost(): void;
};

type OpenTransaction = {
  call: Call;
  /** Resolves with the command that took effect: ROLLBACK also for a COMMIT after a failed statement. */
  end(statement: 'COMMIT' | 'ROLLBACK'): Promise<string>;
};

type ConnectionOptions = {
  start(onNotice: () => void): Promise<Thread>;
  /** Timeout of statements outside a transaction; none if it is left out. */
  statementTimeoutMs?: number | undefined;
  report?(message: string): void;
};

export async function openConnection({
  start,
  statementTimeoutMs = Number.POSITIVE_INFINITY,
  report = () => undefined,
}: ConnectionOptions): Promise<Connection> {
  const listeners = new Set<ConnectionEvents>();
  let thread: Promise<Thread> | null = null;
  let free: Promise<void> = Promise.resolve();
  let closed = false;

  /** A thread that died is replaced when the next call arrives. */
  const reach = async () => {
    if (closed) throw new DbGoneError('The embedded database is closed');
    thread ??= startHeard().catch((error) => {
      thread = null;
      throw error;
    });
    return thread;
  };
  async function startHeard(): Promise<Thread> {
    const started = await start(() => {
      for (const { onNotice } of listeners) onNotice();
    });
    void started.ended.then(({ message }) => {
      thread = null;
      if (!closed) report(`${message}. It is opened again when it is next needed.`);
      for (const { onLost } of listeners) onLost();
    });
    return started;
  }

  /** Deadline of a statement that is sent now. */
  const deadline = () => steadyMs() + statementTimeoutMs;

  async function take(): Promise<{ call: Call; release(): void }> {
    const before = free;
    let release = () => {};
    free = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    try {
      return { call: (await reach()).call, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  await reach();
  return {
    listen(events) {
      listeners.add(events);
      return () => void listeners.delete(events);
    },
    call: ((name, args, until = deadline()) => {
      const answer = async () => {
        await free;
        return (await reach()).call(name, args, until);
      };
      return inTime(answer(), until);
    }) as Call,
    async take() {
      const taking = take();
      const { call, release } = await inTime(taking, deadline()).catch((error) => {
        // The pending take cannot be cancelled, so release it when it completes.
        void taking.then(
          (late) => late.release(),
          () => undefined,
        );
        throw error;
      });
      const bounded = ((name, args, until = deadline()) => inTime<unknown>(call(name, args, until), until)) as Call;
      return { call: bounded, release };
    },
    async begin(statement) {
      const { call, release } = await take();
      try {
        await call('script', [statement]);
        let open = true;
        return {
          call: ((name, args) =>
            open ? call(name, args) : Promise.reject(new Error('The transaction has ended'))) as Call,
          end(last) {
            if (!open) return Promise.reject(new Error('The transaction has ended'));
            const answer = call('script', [last]);
            open = false;
            release();
            return answer;
          },
        };
      } catch (error) {
        release();
        throw error;
      }
    },
    async close() {
      closed = true;
      await free;
      await (await thread?.catch(() => null))?.close();
    },
  };
}

async function inTime<Value>(answer: Promise<Value>, until: number): Promise<Value> {
  if (until === Number.POSITIVE_INFINITY) return answer;
  return within(until - steadyMs(), answer, () => {
    throw new DbTimeoutError('The embedded database has not answered in time');
  });
}
