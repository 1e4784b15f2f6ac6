// What resolvers get: a fresh object for each request.
import DataLoader from 'dataloader';
import type { Db } from './db/client.js';
import type { Snapshot } from './db/snapshot.js';
import type { Cursors } from './page.js';

export type Context = Pick<Snapshot, 'prisma' | 'sql'> &
  Pick<Services, 'cursors' | 'siteUrl'> & {
    /**
     * The loader of this name, or of this place in the document (see place.ts): one call of `readAll` serves everybody
     * who asks it for something in the meantime.
     */
    loader<Key, Value>(
      name: string | object,
      readAll: (keys: readonly Key[]) => Promise<ArrayLike<Value | Error>>,
    ): DataLoader<Key, Value>;
    /** A list that is not needed any more once the answer is there. */
    hold<Row>(rows: Row[]): Row[];
    /**
     * The answer is there. A promise that was waited for long is old in the eyes of the garbage collector, and keeps what
     * it came to hold until all of the memory is looked through; an empty list is little to keep.
     */
    letGo(): void;
  };

export type Services = Pick<Db, 'snapshot' | 'replicas'> & { cursors: Cursors; siteUrl: string };

export function createContext(
  { cursors, siteUrl }: Pick<Services, 'cursors' | 'siteUrl'>,
  { prisma, sql }: Pick<Snapshot, 'prisma' | 'sql'>,
): Context {
  // biome-ignore lint/suspicious/noExplicitAny: each entry has its own types, which its key stands for.
  const loaders = new Map<string | object, DataLoader<any, any>>();
  const held: unknown[][] = [];
  return {
    prisma,
    sql,
    cursors,
    siteUrl,
    loader(name, readAll) {
      const known = loaders.get(name);
      if (known) return known;
      const made = new DataLoader(readAll);
      loaders.set(name, made);
      return made;
    },
    hold(rows) {
      held.push(rows);
      return rows;
    },
    letGo() {
      for (const rows of held) rows.length = 0;
    },
  };
}
