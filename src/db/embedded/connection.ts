// Statements and transactions over the thread of the embedded database. It answers in the order it is asked, so while
// one has it for more than a statement all others wait before they ask.
import { DbGoneError, DbTimeoutError } from '../db-error.js';
import type { Call, Thread } from './thread.js';

export type Connection = {
  /** Outside of a transaction, and given up after a while unless `until` says otherwise. */
  call: Call;
  /** For what belongs together: nothing else is answered until it is released. As patient as `call`. */
  take(): Promise<{ call: Call; release(): void }>;
  begin(statement: string): Promise<OpenTransaction>;
  /** Until what it returns is called. */
  listen(events: ConnectionEvents): () => void;
  close(): Promise<void>;
};

export type ConnectionEvents = {
  /** A notification has come. */
  onNotice(): void;
  /** The database has stopped, and what was listened to there is not listened to any more. */
  onLost(): void;
};

export type OpenTransaction = {
  call: Call;
  /** What was done in the end: ROLLBACK also for a COMMIT after a statement that had failed. */
  end(statement: 'COMMIT' | 'ROLLBACK'): Promise<string>;
};

export type ConnectionOptions = {
  start(onNotice: () => void): Promise<Thread>;
  /** How long a statement outside of a transaction is waited for. */
  statementTimeoutMs: number;
  report(message: string): void;
};

export async function openConnection({ start, statementTimeoutMs, report }: ConnectionOptions): Promise<Connection> {
  const listeners = new Set<ConnectionEvents>();
  let thread: Promise<Thread> | null = null;
  let free: Promise<void> = Promise.resolve();
  let closed = false;

  /** One that has died is followed by another as soon as something is asked. */
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

  /** When a statement that is asked for now is given up. */
  const inTheEnd = () => Date.now() + statementTimeoutMs;

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
    call: ((name, args, until = inTheEnd()) => {
      const answer = async () => {
        await free;
        return (await reach()).call(name, args, until);
      };
      return inTime(answer(), until);
    }) as Call,
    async take() {
      const taking = take();
      const { call, release } = await inTime(taking, inTheEnd()).catch((error) => {
        // Its turn comes all the same.
        void taking.then(
          (late) => late.release(),
          () => undefined,
        );
        throw error;
      });
      const bounded = ((name, args, until = inTheEnd()) => inTime<unknown>(call(name, args, until), until)) as Call;
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DbTimeoutError('The embedded database has not answered in time'));
    timer = setTimeout(giveUp, until - Date.now());
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
