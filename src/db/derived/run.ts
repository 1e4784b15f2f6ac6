// The work of the thread that derives data. On PostgreSQL it has connections of its own; the embedded database has a single
// connection in another thread, which is reached through the main thread.
import { setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import type { Session } from './session.js';
import { bringUpToDate, type Recomputed } from './up-to-date.js';

/** `url` is null for the embedded database. */
export type RunOptions = { url: string | null };

export type ToProcess =
  | { kind: 'ask'; id: number; statement: string; values: unknown[] | null }
  | { kind: 'staged' }
  | { kind: 'recomputed'; recomputed: Recomputed };
/** Without rows, `problem` is the reason. */
export type ToThread = { id: number; rows?: object[]; problem?: string };

/** Lower priority than requests; on Linux, niceness applies to the thread alone. */
const NICENESS = 10;

export async function run(port: MessagePort, { url }: RunOptions): Promise<void> {
  stepBack();
  const tell = (message: ToProcess) => port.postMessage(message);
  await bringUpToDate(
    { directUrl: url, sql: askedSql(port, tell) },
    {
      onStaged: () => tell({ kind: 'staged' }),
      onRecomputed: (recomputed) => tell({ kind: 'recomputed', recomputed }),
    },
  );
  port.close();
}

function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may refuse it; the work is the same.
  }
}

/** Statements that the main thread runs on behalf of this one. */
function askedSql(port: MessagePort, tell: (message: ToProcess) => void): Session['write'] {
  const waiting = new Map<number, (answer: ToThread) => void>();
  let last = 0;
  port.on('message', (answer: ToThread) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const ask = <Row extends object>(statement: string, values: unknown[] | null) =>
    new Promise<Row[]>((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ rows, problem }) => (rows ? resolve(rows as Row[]) : reject(new Error(problem))));
      tell({ kind: 'ask', id: last, statement, values });
    });
  return {
    query: (statement, values = []) => ask(statement, values),
    script: async (text) => void (await ask(text, null)),
  };
}
