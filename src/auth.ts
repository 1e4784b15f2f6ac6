// Authorization header to the id of a key, or one of the three 401s.
import type { Db } from './db/client.js';
import { findWorkingKey, writeLastUsed } from './db/keys.js';
import { errors } from './errors.js';
import { hashKey, isWellFormed, KEY_PREFIX } from './key.js';

const LAST_USED_WRITE_MS = 60_000;

export type Auth = {
  /** The id of the key, or throws a 401. */
  keyIdOf(authorization: string | null): Promise<number>;
  /** Writes the last-used times that are still waiting. */
  close(): Promise<void>;
};

export function createAuth({ sql }: Pick<Db, 'sql'>): Auth {
  let used = new Map<number, Date>();
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
      const id = await findWorkingKey(sql, hashKey(parseKey(authorization)));
      if (id === null) throw errors.invalidKey();
      used.set(id, new Date());
      return id;
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

function parseKey(authorization: string | null): string {
  const key = authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
  if (key === undefined) throw errors.missingAuthorization();
  if (!key.startsWith(KEY_PREFIX)) throw errors.invalidKeyFormat();
  if (!isWellFormed(key)) throw errors.invalidKey();
  return key;
}
