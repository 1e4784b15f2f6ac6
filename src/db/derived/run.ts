// The work of the thread that derives data. On PostgreSQL it has connections of its own; the embedded database has a single
// connection in another thread, which is reached through the main thread.
import { setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { type Answer, createAnswers } from '../answers.js';
import type { Session } from './session.js';
import { bringUpToDate, type Recomputed } from './up-to-date.js';

/** `url` is null for the embedded database. */
export type RunOptions = { url: string | null };

export type ToProcess =
  | { kind: 'ask'; id: number; statement: string; values: unknown[] | null }
  | { kind: 'recomputed'; recomputed: Recomputed };
export type ToThread = Answer & { id: number };

/** Lower priority than requests; on Linux, niceness applies to the thread alone. */
const NICENESS = 10;

export async function run(port: MessagePort, { url }: RunOptions): Promise<void> {
  stepBack();
  const tell = (message: ToProcess) => port.postMessage(message);
  await bringUpToDate(
    { directUrl: url, sql: askedSql(port, tell) },
    { onRecomputed: (recomputed) => tell({ kind: 'recomputed', recomputed }) },
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
  const answers = createAnswers();
  let last = 0;
  port.on('message', ({ id, ...answer }: ToThread) => answers.receive(id, answer));
  const ask = <Row extends object>(statement: string, values: unknown[] | null) => {
    last += 1;
    tell({ kind: 'ask', id: last, statement, values });
    return answers.to(last) as Promise<Row[]>;
  };
  return {
    query: (statement, values = []) => ask(statement, values),
    script: async (text) => void (await ask(text, null)),
  };
}
