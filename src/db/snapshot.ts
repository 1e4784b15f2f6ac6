// All that an operation reads is read from one state of the data, however many statements it takes: they have one
// connection, and a transaction around them. One statement alone is of one state anyway, and needs neither.

import type { Sql } from './sql.js';
import type { WatchStatement } from './watched.js';
import { expectWanted } from './while-wanted.js';

export type Snapshot = {
  sql: Sql;
  /** How many statements it was asked for. */
  statements(): number;
  /** Nothing more can be read. The answer need not wait for it. */
  end(): Promise<void>;
};

export type SnapshotOptions = {
  /** For one statement; when asked for another it fails, and says so by their number. */
  alone?: boolean;
  /** Once it is aborted nothing more is read. A statement that runs already is left to its own limit. */
  signal?: AbortSignal | undefined;
};

/** What a database gives for it: a connection in a transaction, or without one when it is for one statement. */
export type Hold = (alone: boolean) => Promise<Held>;
export type Held = {
  sql: Sql;
  /** After a failure the connection is not to be used again. */
  end(failure: Error | undefined): Promise<void>;
};

export type OpenSnapshot = (options?: SnapshotOptions) => Snapshot;

export function createOpenSnapshot(hold: Hold, watch: WatchStatement | null): OpenSnapshot {
  const seen: WatchStatement = watch ?? ((_text, send) => send());
  return ({ alone = false, signal } = {}) => {
    let held: Promise<Held> | undefined;
    let turn: Promise<unknown> = Promise.resolve();
    let statements = 0;
    let ended = false;
    let failure: Error | undefined;

    function expectReadable() {
      if (signal) expectWanted(signal);
      if (ended) throw new Error('The operation has ended');
      // In a transaction nothing is answered after a failure; the first says why.
      if (failure) throw failure;
    }

    const fail = (error: unknown): never => {
      failure ??= error instanceof Error ? error : new Error(String(error));
      throw failure;
    };

    async function ask<Result>(text: string, send: (held: Held) => Promise<Result>): Promise<Result> {
      expectReadable();
      statements += 1;
      if (alone && statements > 1) throw new Error('This was to be one statement');
      held ??= hold(alone);
      const holding = held;
      // In turn: those that wait are not sent once the caller has gone, or one before them has failed.
      const answer = turn.then(async () => {
        const connection = await holding.catch(fail);
        expectReadable();
        return seen(text, () => send(connection)).catch(fail);
      });
      turn = answer.catch(() => undefined);
      return answer;
    }

    return {
      sql: {
        query: (statement, values) => ask(statement, ({ sql }) => sql.query(statement, values)),
        often: (statement, values) => ask(statement, ({ sql }) => sql.often(statement, values)),
        script: (text) => ask(text, ({ sql }) => sql.script(text)),
      },
      statements: () => statements,
      async end() {
        ended = true;
        await (await held?.catch(() => undefined))?.end(failure);
      },
    };
  };
}
