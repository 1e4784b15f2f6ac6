// The context of resolvers, created anew for each execution of an operation.
import DataLoader from 'dataloader';
import { throwIfAborted } from '../../db/abort.js';
import type { Db, Replicas } from '../../db/client.js';
import type { Models } from '../../db/one-statement/extension.js';
import type { Snapshot } from '../../db/snapshot.js';
import type { Sql } from '../../db/sql.js';
import { giveWay, isLong } from '../../entrance/event-loop.js';
import { getOrMake } from '../../helpers/get-or-make.js';
import type { Tags } from '../../invalidation/tags.js';
import type { Cursors } from '../../paging/page.js';

export type Context = Pick<Snapshot, 'sql'> &
  Pick<Services, 'cursors'> &
  Pick<ContextOptions, 'siteUrl' | 'keysOnly'> & {
    /** Prisma's models, read from the snapshot. */
    prisma: Models;
    /**
     * The loader of this name, or of these field nodes: graphql-js and the compiler collect them once, in one array,
     * for all parents of a field, and two fields that share a response path under a union have different arrays.
     */
    loader<Key, Value>(
      name: string | object,
      readAll: (keys: readonly Key[]) => Promise<ArrayLike<Value | Error>>,
      cacheKeyOf?: (key: Key) => unknown,
    ): DataLoader<Key, Value>;
    /** Adds to the objects that have been read, for `counted`. */
    count(objects: number): void;
    /** To be awaited between steps of a computation of more than a few milliseconds. Throws once nobody waits for it. */
    giveWay(): Promise<void> | null;
    /** Registers a list that is not needed once the answer is complete, and returns it. */
    releaseLater<Row>(rows: Row[]): Row[];
    /**
     * Empties the held lists. A promise that was pending for long has moved to the old generation of the heap and
     * retains its value until the next full garbage collection; an empty list is little to retain.
     */
    release(): void;
  };

export type Services = Pick<Db, 'snapshot' | 'modelsOn'> & {
  /** Returns a replica to try first (see `Replicas`). */
  replica?(readAfter: number): ReturnType<Replicas['choose']>;
  /** Numbers the transactions that were committed by now. */
  numberLog(): Promise<unknown>;
  cursors: Cursors;
  /** Base URL of the site; null means the address of the request. */
  siteUrl: string | null;
};

export type ContextOptions = {
  /** Base URL of the site. */
  siteUrl: string;
  /** True if things are found only by the keys of the specification, not by global ids. */
  keysOnly: boolean;
  /** The cost that is expected. */
  cost?: number;
  /** Called with the number of objects read so far, whenever there are more. */
  counted?: (objects: number) => void;
  /** Aborted once nobody waits for the answer. */
  signal?: AbortSignal | undefined;
  /** Collects what the answer depends on, if it is to be remembered. */
  tags?: Tags | undefined;
};

export function createContext(
  { cursors, modelsOn }: Pick<Services, 'cursors' | 'modelsOn'>,
  snapshot: Pick<Snapshot, 'sql'>,
  { siteUrl, keysOnly, cost = 0, counted, signal, tags }: ContextOptions,
): Context {
  let objects = 0;
  // biome-ignore lint/suspicious/noExplicitAny: each entry has its own types, which depend on its key.
  const loaders = new Map<string | object, DataLoader<any, any>>();
  const held: unknown[][] = [];
  const tagging = tags ? { ...snapshot.sql, tag: tags.add } : snapshot.sql;
  const sql = isLong(cost) ? givingWay(tagging) : tagging;
  return {
    sql,
    prisma: modelsOn(sql),
    cursors,
    siteUrl,
    keysOnly,
    loader: (name, readAll, cacheKeyOf) =>
      getOrMake(loaders, name, () => new DataLoader(readAll, cacheKeyOf ? { cacheKeyFn: cacheKeyOf } : {})),
    count(more) {
      objects += more;
      counted?.(objects);
    },
    giveWay() {
      if (signal) throwIfAborted(signal);
      return isLong(Math.max(cost, objects)) ? giveWay() : null;
    },
    releaseLater(rows) {
      held.push(rows);
      return rows;
    },
    release() {
      for (const rows of held) rows.length = 0;
    },
  };
}

/** The rows of a long operation are many: turning them into objects is a step of its own. */
function givingWay(sql: Sql): Sql {
  return {
    ...sql,
    async queryPrepared(statement, values) {
      const rows = await sql.queryPrepared(statement, values);
      await giveWay();
      return rows as never;
    },
  };
}
