// Authorization header to the id of a key, or one of the three 401s.
import type { Cache } from '../changes/cache.js';
import { findWorkingKey, writeLastUsed } from '../db/keys.js';
import type { Sql } from '../db/sql.js';
import { errors } from '../errors.js';
import type { Incoming } from '../http/asked.js';
import { hashKey, isWellFormed, KEY_PREFIX } from '../key.js';

const LAST_USED_WRITE_MS = 60_000;

export type Auth = {
  /** The id of the key, or throws a 401. */
  keyIdOf(authorization: string | null): Promise<number>;
  /** The id of a key that is known to work, without asking anybody; null when that cannot be said at once. */
  recall(request: Incoming): number | null;
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
  // What each connection said last, if it works and for as long as it lasts: to hash a key takes longer than to find it.
  const saidOn = new WeakMap<object, { authorization: string; hash: string }>();
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
    recall({ socket, headers: { authorization } }) {
      if (authorization === undefined) return null;
      const before = saidOn.get(socket);
      const hash = before?.authorization === authorization ? before.hash : hashIn(authorization);
      const id = hash === null ? null : cache.recall(hash)?.id;
      if (hash === null || id == null) return null;
      if (before?.hash !== hash) saidOn.set(socket, { authorization, hash });
      used.set(id, Date.now());
      return id;
    },
    couldWork: (authorization) => isWellFormed(keyIn(authorization) ?? ''),
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

function hashIn(authorization: string): string | null {
  const key = keyIn(authorization);
  return key === undefined ? null : hashKey(key);
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
