import { holdsDemoWorld } from '../bundle/data-owner.js';
import type { Sql } from '../db/sql.js';
import type { Gate } from '../entrance/gate.js';
import type { Cache } from '../invalidation/cache.js';

/** True while the demo world is loaded, which pages show. */
export type DemoFlag = () => Promise<boolean>;

const TAGS = new Set(['setting']);

/** Remembered until a setting changes. While nothing can be, reads pass the gate for lookups of unknown keys. */
export function createDemoFlag(sql: Sql, cache: Cache<{ demo: boolean }>, lookupGate: Pick<Gate, 'pass'>): DemoFlag {
  const ask = async () => ({ value: { demo: await lookupGate.pass(null, () => holdsDemoWorld(sql)) }, tags: TAGS });
  return async () => (await cache.remember('demo', ask)).value.demo;
}
