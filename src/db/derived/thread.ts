// The thread that derives data, as the process sees it: it is started when something is stale, and ends when nothing is.
import { Worker } from 'node:worker_threads';
import type { Db } from '../client.js';
import type { RunOptions, ToProcess, ToThread } from './run.js';
import type { Recomputed } from './up-to-date.js';

export type DerivedThread = {
  /** Resolves with the runs that were made; rejects if one failed. */
  done: Promise<Recomputed[]>;
  /** Aborts the run: what is stale stays noted. Resolves when the thread has ended. */
  stop(): Promise<void>;
};

export function startDerivedThread({ sql, directUrl }: Pick<Db, 'sql' | 'directUrl'>): DerivedThread {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { url: directUrl } satisfies RunOptions,
    execArgv: [],
  });
  const done: Recomputed[] = [];
  let isStopped = false;
  let asked: Promise<unknown> = Promise.resolve();

  /** Runs in a transaction of its own, because transactions have no timeout. */
  async function answer({ id, statement, values }: Extract<ToProcess, { kind: 'ask' }>): Promise<void> {
    if (isStopped) return;
    const reply = await sql
      .transaction<unknown>((inside) => (values === null ? inside.script(statement) : inside.query(statement, values)))
      .then((value): ToThread => ({ id, value }))
      .catch((error): ToThread => ({ id, error: new Error(error instanceof Error ? error.message : String(error)) }));
    if (!isStopped) worker.postMessage(reply);
  }

  worker.on('message', (message: ToProcess) => {
    if (message.kind === 'ask') asked = answer(message);
    else done.push(message.recomputed);
  });
  const ended = new Promise<Recomputed[]>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve(done));
  });
  ended.catch(() => undefined);
  return {
    done: ended,
    async stop() {
      isStopped = true;
      await worker.terminate();
      await asked;
    },
  };
}
