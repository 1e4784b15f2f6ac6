// Authorization header to the id of a key, or one of the three 401s.
import type { Cache } from '../changes/cache.js';
import { findWorkingKey, writeLastUsed } from '../db/keys.js';
import type { Sql } from '../db/sql.js';
import { errors } from '../errors.js';
import { hashKey, isWellFormed, KEY_PREFIX } from '../key.js';

const LAST_USED_WRITE_MS = 60_000;

export type Auth = {
  /** The id of the key, or throws a 401. */
  keyIdOf(authorization: string | null): Promise<number>;
  /** The id of a key that is known to work, without asking anybody; null when that cannot be said at once. */
  recall(authorization: string | null): number | null;
  /** Whether this could be a key that works, without asking anybody. */
  couldWork(authorization: string | null): boolean;
  /** Writes the last-used times that are still waiting. */
  close(): Promise<void>;
};

/** Whether a key works; null when it does not. */
export type KnownKey = { id: number | null };

export function createAuth({ sql }: { sql: Sql }, cache: Cache<KnownKey>): Auth {
  let used = new Map<number, number>();
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    const batch = used;
    used = new Map();
    // A write that fails is not worth an error: the key will be used again.
    if (batch.size > 0) writing = writing.then(() => writeLastUsed(sql, batch)).catch(() => undefined);
    return writing;
  };
  const timer = setInterval(write, LAST_USED_WRITE_MS).unref();
  return {
    async keyIdOf(authorization) {
      const hash = hashKey(parseKey(authorization));
      const find = async () => ({ id: await findWorkingKey(sql, hash) });
      const { id } = await cache.remember(hash, ['keys'], find);
      if (id === null) throw errors.invalidKey();
      used.set(id, Date.now());
      return id;
    },
    recall(authorization) {
      const key = keyIn(authorization);
      const id = key === undefined ? null : (cache.recall(hashKey(key))?.id ?? null);
      if (id !== null) used.set(id, Date.now());
      return id;
    },
    couldWork: (authorization) => isWellFormed(keyIn(authorization) ?? ''),
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

function keyIn(authorization: string | null): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

function parseKey(authorization: string | null): string {
  const key = keyIn(authorization);
  if (key === undefined) throw errors.missingAuthorization();
  if (!key.startsWith(KEY_PREFIX)) throw errors.invalidKeyFormat();
  if (!isWellFormed(key)) throw errors.invalidKey();
  return key;
}
