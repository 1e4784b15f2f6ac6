// The thread in which ratings are made, as the process sees it: it is started when something is out of date, and ends when nothing
// is any more.
import { Worker } from 'node:worker_threads';
import type { Db } from '../client.js';
import type { Recomputed } from './recompute.js';
import type { RunOptions, ToProcess, ToThread } from './run.js';

export type RatingsThread = {
  /** What was done, one run after the other; rejects with what went wrong. */
  done: Promise<Recomputed[]>;
  /** Abandons it: what is out of date stays noted. Resolves when it has ended. */
  stop(): Promise<void>;
};

/** `onStaged` hears when a run is about to be switched in. */
export function startRatingsThread(
  { sql, directUrl }: Pick<Db, 'sql' | 'directUrl'>,
  onStaged: () => void = () => {},
): RatingsThread {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    workerData: { url: directUrl } satisfies RunOptions,
    execArgv: [],
  });
  const done: Recomputed[] = [];
  let isStopped = false;
  let asked: Promise<unknown> = Promise.resolve();

  /** In a transaction of its own, which may take as long as it takes. */
  async function answer({ id, statement, values }: Extract<ToProcess, { kind: 'ask' }>): Promise<void> {
    if (isStopped) return;
    const reply = await sql
      .transaction(async (inside): Promise<ToThread> => {
        if (values === null) await inside.script(statement);
        return { id, rows: values === null ? [] : await inside.query(statement, values) };
      })
      .catch((error): ToThread => ({ id, problem: error instanceof Error ? error.message : String(error) }));
    if (!isStopped) worker.postMessage(reply);
  }

  worker.on('message', (message: ToProcess) => {
    if (message.kind === 'ask') asked = answer(message);
    else if (message.kind === 'recomputed') done.push(message.recomputed);
    else onStaged();
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
