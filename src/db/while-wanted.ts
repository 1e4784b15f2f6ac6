import { ApiError, errors } from '../errors.js';
import type { Db } from './client.js';
import type { Sql } from './sql.js';

type Reading = Pick<Db, 'prisma' | 'sql'>;

/**
 * The database for as long as somebody waits for what is read: afterwards nothing more is asked of it. A statement that
 * runs already is left to its own limit: to stop it would take another connection.
 */
export function whileWanted({ prisma, sql }: Reading, signal: AbortSignal): Reading {
  const guarded =
    (ask: Sql['query']): Sql['query'] =>
    async (statement, values) => {
      expectWanted(signal);
      return ask(statement, values);
    };
  return {
    prisma: new Proxy(prisma, {
      get(target, name) {
        expectWanted(signal);
        return Reflect.get(target, name);
      },
    }),
    sql: { ...sql, query: guarded(sql.query), often: guarded(sql.often) },
  };
}

/** Throws why it is no longer wanted, if it is not. */
export function expectWanted({ aborted, reason }: AbortSignal): void {
  if (aborted) throw reason instanceof ApiError ? reason : errors.hungUp();
}
