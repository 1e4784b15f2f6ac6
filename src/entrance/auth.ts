// Authorization header to the id of a key, or one of the three 401s.
import { LRUCache } from 'lru-cache';
import type { Cache } from '../changes/cache.js';
import { findWorkingKey, writeLastUsed } from '../db/keys.js';
import type { Sql } from '../db/sql.js';
import { errors } from '../errors.js';
import type { Incoming } from '../http/asked.js';
import { hashKey, isWellFormed, KEY_PREFIX } from '../key.js';
import type { Gate } from './gate.js';

const LAST_USED_WRITE_MS = 60_000;

export type Auth = {
  /** The id of the key, or throws a 401. */
  keyIdOf(authorization: string | null): Promise<number>;
  /** The id of a key that is known to work, without asking anybody; null when that cannot be said at once. */
  recall(request: Incoming): number | null;
  /** Whether this is a key that would have to be looked up, with no room for that. */
  cannotLookUp(authorization: string | null): boolean;
  /** Writes the last-used times that are still waiting. */
  close(): Promise<void>;
};

/** Whether a key works; null when it does not. */
export type KnownKey = { id: number | null };

export type AuthOptions = {
  sql: Sql;
  /** Keys that work, and what was found for all others: however many are made up, they drive out none that works. */
  working: Cache<{ id: number }>;
  found: Cache<KnownKey>;
  /** Where keys that have worked before are looked up, like everything else that is done for them. */
  gate: Gate;
  /** A key can be made up with a right checksum, so those that have not worked here wait in a lane of their own. */
  lane: Gate;
};

/** How many keys are known to have worked, also while they have to be looked up again. */
const WORKED_MAX = 10_000;

export function createAuth({ sql, working, found, gate, lane }: AuthOptions): Auth {
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
  const worked = new LRUCache<string, number>({ max: WORKED_MAX });
  const timer = setInterval(write, LAST_USED_WRITE_MS).unref();

  async function lookUp(hash: string): Promise<KnownKey> {
    const before = worked.get(hash) ?? null;
    const id = await (before === null ? lane : gate).pass(before, () => findWorkingKey(sql, hash));
    if (id === null) worked.delete(hash);
    else worked.set(hash, id);
    return { id };
  }

  return {
    async keyIdOf(authorization) {
      const hash = hashKey(parseKey(authorization));
      const { id } = await working.remember(hash, ['keys'], async () => {
        const { id } = await found.remember(hash, ['keys'], () => lookUp(hash));
        if (id === null) throw errors.invalidKey();
        return { id };
      });
      used.set(id, Date.now());
      return id;
    },
    recall({ socket, headers: { authorization } }) {
      if (authorization === undefined) return null;
      const before = saidOn.get(socket);
      const hash = before?.authorization === authorization ? before.hash : hashIn(authorization);
      const id = hash === null ? null : working.recall(hash)?.id;
      if (hash === null || id == null) return null;
      if (before?.hash !== hash) saidOn.set(socket, { authorization, hash });
      used.set(id, Date.now());
      return id;
    },
    cannotLookUp(authorization) {
      const key = keyIn(authorization) ?? '';
      if (!lane.isFull(null) || !isWellFormed(key)) return false;
      const hash = hashKey(key);
      return !worked.has(hash) && !found.recall(hash);
    },
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
