// What resolvers get: a fresh object for each request.
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { Db } from './db/client.js';
import type { Cursors } from './page.js';

export type Context = Services & {
  /**
   * A loader for this field of the document: one call of `readAll` serves every parent the field is resolved on,
   * however many there are.
   */
  loader<Key, Value>(
    info: GraphQLResolveInfo | string,
    readAll: (keys: readonly Key[]) => Promise<ArrayLike<Value | Error>>,
  ): DataLoader<Key, Value>;
};

export type Services = Pick<Db, 'prisma' | 'sql'> & { cursors: Cursors; siteUrl: string };

export function createContext(services: Services): Context {
  // biome-ignore lint/suspicious/noExplicitAny: each entry has its own types, which its key stands for.
  const loaders = new Map<string, DataLoader<any, any>>();
  return {
    ...services,
    loader(place, readAll) {
      const name = typeof place === 'string' ? place : fieldPath(place);
      const known = loaders.get(name);
      if (known) return known;
      const made = new DataLoader(readAll);
      loaders.set(name, made);
      return made;
    },
  };
}

/** The response path without list positions: the same for all parents, different for each alias. */
function fieldPath({ path }: GraphQLResolveInfo): string {
  const keys: string[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) {
    if (typeof at.key === 'string') keys.unshift(at.key);
  }
  return keys.join('.');
}
