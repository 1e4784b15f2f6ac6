// Maps the Authorization header to the id of a key, or to one of the three 401s.
import { LRUCache } from 'lru-cache';
import { findWorkingKeys, type WorkingKey, writeLastUsed } from '../db/keys.js';
import type { Sql } from '../db/sql.js';
import { errors } from '../errors.js';
import type { Cache } from '../invalidation/cache.js';
import { hashKey, isWellFormed, KEY_PREFIX } from '../key.js';
import type { Gate } from './gate.js';
import { createStrangers } from './strangers.js';

const LAST_USED_WRITE_MS = 60_000;

export type Auth = {
  /** Returns the id of the key, or throws a 401. */
  keyIdOf(authorization: string | null): Promise<number>;
  /** Returns the id of a key that is known to work, without a lookup; null if that is not known. */
  recall(authorization: string | null): number | null;
  /** Whether this key needs a lookup for which there is no room. */
  cannotLookUp(authorization: string | null): boolean;
  /** Writes the pending last-used times. */
  close(): Promise<void>;
};

/** Result of a lookup; `working` is null if the key does not work. */
export type KnownKey = { working: WorkingKey | null };

export type AuthOptions = {
  sql: Sql;
  /** Keys that work, by their header, because hashing a key takes longer than all else that a remembered answer needs. */
  working: Cache<WorkingKey>;
  /** Results of lookups, by the hash of the key. Apart, so that made-up keys cannot evict working ones. */
  found: Cache<KnownKey>;
  /** Told of the limit of a key, as it is remembered, whenever the key is used: of two lookups, the later may end first. */
  onLimit(id: number, rateLimit: number | null): void;
  /** Gate for lookups of keys that have worked before, as for all other work done for them. */
  gate: Gate;
  /** Gate for lookups of all other keys. */
  lookupGate: Gate;
};

/** Number of keys remembered as having worked, even while they must be looked up again. */
const WORKED_MAX = 10_000;

export function createAuth({ sql, working, found, onLimit, gate, lookupGate }: AuthOptions): Auth {
  let used = new Map<number, number>();
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    const batch = used;
    used = new Map();
    // A failed write is not worth an error: the key will be used again.
    if (batch.size > 0) writing = writing.then(() => writeLastUsed(sql, batch)).catch(() => undefined);
    return writing;
  };
  const worked = new LRUCache<string, number>({ max: WORKED_MAX });
  const timer = setInterval(write, LAST_USED_WRITE_MS).unref();

  const find = (hashes: readonly string[]) => findWorkingKeys(sql, hashes);
  const lookUpStranger = createStrangers(lookupGate, find);

  async function lookUpAgain(hash: string, id: number): Promise<WorkingKey | null> {
    const found = await gate.pass(id, () => find([hash]));
    return found.get(hash) ?? null;
  }

  async function lookUp(hash: string): Promise<KnownKey> {
    const id = worked.get(hash);
    const working = await (id === undefined ? lookUpStranger(hash) : lookUpAgain(hash, id));
    if (working === null) worked.delete(hash);
    else worked.set(hash, working.id);
    return { working };
  }

  function use({ id, rateLimit }: WorkingKey): number {
    used.set(id, Date.now());
    onLimit(id, rateLimit);
    return id;
  }

  return {
    async keyIdOf(authorization) {
      const key = parseKey(authorization);
      const { value } = await working.remember(headerOf(key), async () => {
        const hash = hashKey(key);
        const { value } = await found.remember(hash, async () => ({ value: await lookUp(hash), tags: TAGS }));
        if (value.working === null) throw errors.invalidKey();
        return { value: value.working, tags: TAGS };
      });
      return use(value);
    },
    recall(authorization) {
      const known = working.recall(authorization ?? '') ?? working.recall(headerOf(keyIn(authorization)));
      return known ? use(known) : null;
    },
    cannotLookUp(authorization) {
      const key = keyIn(authorization) ?? '';
      if (!lookupGate.isFull(null) || !isWellFormed(key)) return false;
      const hash = hashKey(key);
      return !worked.has(hash) && !found.recall(hash);
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

/** Cache tags of what is known of a key. */
const TAGS = new Set(['key']);

/** The usual form of the header. */
const headerOf = (key = '') => `Bearer ${key}`;

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
