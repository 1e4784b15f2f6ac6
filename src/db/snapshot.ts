// Everything that an operation reads comes from one state of the data, however many statements it takes: they share one
// connection and one transaction. A single statement is consistent by itself and needs neither.

import { throwIfAborted } from './abort.js';
import type { Sql } from './sql.js';
import type { WatchStatement } from './watched.js';

export type Snapshot = {
  sql: Sql;
  /** Number of statements requested so far. */
  statements(): number;
  /** The error of the first statement that failed. */
  failure(): Error | undefined;
  /** Ends the snapshot; later reads throw. The response need not wait for this. */
  end(): Promise<void>;
};

/** A statement sent with BEGIN; nothing else is read from a snapshot in which its row does not hold. */
export type Condition<Row extends object = never> = { statement: string; holds(row: Row): boolean };

export class ConditionError extends Error {}

type SnapshotOptions = {
  condition?: Condition | undefined;
  /** Allows one statement only, without a transaction. A second one throws, and then `statements()` exceeds 1. */
  singleStatement?: boolean;
  /** Once it is aborted nothing more is read. A statement that is already running is left to its own timeout. */
  signal?: AbortSignal | undefined;
};

/** Acquires a connection, in a transaction unless it is for one statement; `first` is sent with its BEGIN. */
export type Acquire = (singleStatement: boolean, first?: string) => Promise<Lease>;
type Lease = {
  sql: Sql;
  /** The row of `first`. */
  row?: object;
  /** After a failure the connection must not be reused. */
  end(failure: Error | undefined): Promise<void>;
};

export type OpenSnapshot = (options?: SnapshotOptions) => Snapshot;

export function createOpenSnapshot(acquire: Acquire, watch: WatchStatement | null): OpenSnapshot {
  const seen: WatchStatement = watch ?? ((_text, send) => send());
  return ({ singleStatement = false, signal, condition } = {}) => {
    let lease: Promise<Lease> | undefined;
    /** The lease, once the condition holds. */
    let holding: Promise<Lease> | undefined;
    let turn: Promise<unknown> = Promise.resolve();
    let statements = 0;
    let ended = false;
    let failure: Error | undefined;

    function expectReadable() {
      if (signal) throwIfAborted(signal);
      if (ended) throw new Error('The operation has ended');
      // After a failure the transaction is aborted; the first error is the one that says why.
      if (failure) throw failure;
    }

    const fail = (error: unknown): never => {
      failure ??= error instanceof Error ? error : new Error(String(error));
      throw failure;
    };

    async function ask<Result>(text: string, send: (lease: Lease) => Promise<Result>): Promise<Result> {
      expectReadable();
      statements += 1;
      if (singleStatement && statements > 1) throw new Error('This was to be one statement');
      lease ??= acquire(singleStatement, condition?.statement);
      holding ??= lease.then((held) => {
        if (condition && !condition.holds(held.row as never)) throw new ConditionError();
        return held;
      });
      const held = holding;
      // One statement at a time: queued ones are not sent once the client has gone or an earlier one has failed.
      const answer = turn.then(async () => {
        const connection = await held.catch(fail);
        expectReadable();
        return seen(text, () => send(connection)).catch(fail);
      });
      turn = answer.catch(() => undefined);
      return answer;
    }

    return {
      sql: {
        query: (statement, values) => ask(statement, ({ sql }) => sql.query(statement, values)),
        queryPrepared: (statement, values) => ask(statement, ({ sql }) => sql.queryPrepared(statement, values)),
        script: (text) => ask(text, ({ sql }) => sql.script(text)),
      },
      statements: () => statements,
      failure: () => failure,
      async end() {
        ended = true;
        await (await lease?.catch(() => undefined))?.end(failure instanceof ConditionError ? undefined : failure);
      },
    };
  };
}
