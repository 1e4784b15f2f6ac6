// The embedded database as the rest of the process sees it: a thread that takes calls and answers them in their order.
import { Worker } from 'node:worker_threads';
import type { PGliteOptions } from '@electric-sql/pglite';
import type { PrismaPGlite } from 'pglite-prisma-adapter';
import { DbGoneError } from '../db-error.js';

export type PrismaAdapter = Awaited<ReturnType<PrismaPGlite['connect']>>;

/** What it can be called for. Prisma's values are written and read there, as they would be without a thread. */
export type Calls = Pick<PrismaAdapter, 'queryRaw' | 'executeRaw'> & {
  query(statement: string, values: unknown[] | undefined): Promise<unknown[]>;
  /** PostgreSQL's command tag of the last statement. */
  script(statements: string): Promise<string>;
  close(): Promise<void>;
};

/** After `until`, in milliseconds since 1970, it need not be begun. */
export type Message = { id: number; name: keyof Calls; args: unknown[]; until: number };
type Answer = { value?: unknown; error?: Error };

export type Call = <Name extends keyof Calls>(
  name: Name,
  args: Parameters<Calls[Name]>,
  until?: number,
) => ReturnType<Calls[Name]>;

export type Thread = {
  call: Call;
  /** Resolves when it has ended, with what is said to those who still ask. */
  ended: Promise<DbGoneError>;
  close(): Promise<void>;
};

export type ThreadOptions = Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>;

const ENTRY = new URL('./worker.js', import.meta.url);
/** The answer without a call: the database is open. */
const OPENED = 0;

/** `onNotice` hears that a notification has come. */
export async function startThread(options: ThreadOptions, onNotice: () => void): Promise<Thread> {
  const worker = new Worker(ENTRY, { workerData: options });
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = OPENED;
  let why: Error | undefined;
  let death: DbGoneError | undefined;

  const answerTo = (id: number) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ({ value, error }) => (error ? reject(revived(error)) : resolve(value)));
    });
  worker.on('message', ({ id, ...answer }: Answer & { id: number | null }) => {
    if (id === null) return onNotice();
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  worker.on('error', (error: Error) => {
    why = error;
  });
  const ended = new Promise<DbGoneError>((resolve) => {
    worker.once('exit', () => {
      death = new DbGoneError(`The embedded database has stopped${why ? ` (${why.message})` : ''}`, { cause: why });
      for (const answer of waiting.values()) answer({ error: death });
      resolve(death);
    });
  });
  await answerTo(OPENED).catch((error: Error) => {
    throw error.cause ?? error;
  });
  const call = ((name, args, until = Number.POSITIVE_INFINITY) => {
    if (death) return Promise.reject(death);
    last += 1;
    worker.postMessage({ id: last, name, args, until } satisfies Message);
    return answerTo(last);
  }) as Call;
  return {
    call,
    ended,
    async close() {
      // It ends instead of answering.
      call('close', []).catch(() => undefined);
      await ended;
    },
  };
}

/** Prisma knows its own errors by their names. */
function revived(error: Error): Error {
  return error instanceof Error ? error : Object.assign(new Error((error as Error).message), error);
}
