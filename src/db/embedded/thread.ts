// The embedded database as the rest of the process sees it: a worker thread that answers calls in order.
import { Worker } from 'node:worker_threads';
import type { PGliteOptions } from '@electric-sql/pglite';
import type { PrismaPGlite } from 'pglite-prisma-adapter';
import { type Answer, createAnswers } from '../answers.js';
import { DbGoneError } from '../db-error.js';

export type PrismaAdapter = Awaited<ReturnType<PrismaPGlite['connect']>>;

/** The worker's calls. Prisma's values are serialised and parsed there, as they would be without a thread. */
export type Calls = Pick<PrismaAdapter, 'queryRaw' | 'executeRaw'> & {
  query(statement: string, values: unknown[] | undefined): Promise<unknown[]>;
  /** Returns PostgreSQL's command tag of the last statement. */
  script(statements: string): Promise<string>;
  close(): Promise<void>;
};

/** A call need not be started after `until`, by the clock of steady.js. */
export type Message = { id: number; name: keyof Calls; args: unknown[]; until: number };

export type Call = <Name extends keyof Calls>(
  name: Name,
  args: Parameters<Calls[Name]>,
  until?: number,
) => ReturnType<Calls[Name]>;

export type Thread = {
  call: Call;
  /** Resolves when the thread has ended, with the error for pending and later calls. */
  ended: Promise<DbGoneError>;
  close(): Promise<void>;
};

export type ThreadOptions = Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> & {
  /** The package of another PostgreSQL, to read what it has written. */
  engine?: string;
};

const ENTRY = new URL('./worker.js', import.meta.url);
/** Id of the message that the worker sends without a call, when the database is open. */
const OPENED = 0;

/** `onNotice` is called for each notification. */
export async function startThread(options: ThreadOptions, onNotice: () => void): Promise<Thread> {
  const worker = new Worker(ENTRY, { workerData: options });
  const answers = createAnswers();
  let last = OPENED;
  let why: Error | undefined;

  worker.on('message', ({ id, ...answer }: Answer & { id: number | null }) => {
    if (id === null) onNotice();
    else answers.receive(id, answer);
  });
  worker.on('error', (error: Error) => {
    why = error;
  });
  const ended = new Promise<DbGoneError>((resolve) => {
    worker.once('exit', () => {
      const death = new DbGoneError(`The embedded database has stopped${why ? ` (${why.message})` : ''}`, {
        cause: why,
      });
      answers.end(death);
      resolve(death);
    });
  });
  await answers.to(OPENED).catch((error: Error) => {
    throw error.cause ?? error;
  });
  const call = ((name, args, until = Number.POSITIVE_INFINITY) => {
    last += 1;
    worker.postMessage({ id: last, name, args, until } satisfies Message);
    return answers.to(last);
  }) as Call;
  return {
    call,
    ended,
    async close() {
      // The thread exits instead of answering.
      call('close', []).catch(() => undefined);
      await ended;
    },
  };
}

/** Everything an error contains, as a plain object: worker.js has the like for its own. */
export function portable(error: Error): object {
  const { name, message, stack, cause } = error;
  return { ...error, name, message, stack, cause };
}
