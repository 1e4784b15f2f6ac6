// Remembers answers until something they depend on changes. They are used only while the feed is live; otherwise every
// answer is computed anew. Callers that arrive while the same answer is being computed wait for it (single-flight),
// unless something it depends on has changed since it began to read, or may have because the feed is not live. What has
// not begun can always be waited for: it will see all that was written before. If all callers leave, it is aborted.
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Feed } from './feed.js';
import { createFlight, type Flight } from './flight.js';

export type Cache<Value extends object> = {
  /**
   * `topics` are what the answer depends on; `signal` is aborted when this caller no longer waits. With `anew` the
   * answer is computed from now on, even if it is remembered or in flight. With `beginsLater`, `ask` waits for its turn.
   */
  remember(key: string, topics: readonly string[], ask: Ask<Value>, options?: Remember): Promise<Value>;
  /** The remembered answer, if there is one. */
  recall(key: string): Value | undefined;
};

type Remember = { signal?: AbortSignal | undefined; anew?: boolean; beginsLater?: boolean };

/** The signal is aborted once no caller waits any more. With `beginsLater`, `begin` is called before anything is read. */
type Ask<Value> = (signal: AbortSignal | undefined, begin: () => void) => Promise<Value>;

type CacheOptions<Value> = {
  maxBytes: number;
  bytesOf(value: Value): number;
  /** How long an answer that is begun now may be remembered. */
  ageLeftMs?: () => number;
  now?: () => number;
  /** Whether a failure concerns one caller and not the query; then the next of the waiting callers asks. */
  isFailureOfOneCaller?: (error: unknown) => boolean;
};

type InFlight<Value> = {
  topics: readonly string[];
  work: Flight<Value> | null;
  hasBegun: boolean;
  /** The time until which it may be remembered. */
  until: number;
  isOutdated: boolean;
};

const NO_CACHE: Cache<never> = {
  recall: () => undefined,
  remember: (_key, _topics, ask, { signal } = {}) => ask(signal, () => undefined),
};

export function createCache<Value extends object>(
  feed: Feed,
  { maxBytes, bytesOf, ageLeftMs, now = Date.now, isFailureOfOneCaller = () => false }: CacheOptions<Value>,
): Cache<Value> {
  if (maxBytes === 0) return NO_CACHE as Cache<object> as Cache<Value>;
  const keysByTopic = new Map<string, Set<string>>();
  const topicsByKey = new Map<string, readonly string[]>();
  const inFlightByKey = new Map<string, InFlight<Value>>();
  const answers = new LRUCache<string, Value>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 8),
    sizeCalculation: (value, key) => bytesOf(value) + key.length + ENTRY_BYTES,
    ttlResolution: 0,
    perf: { now },
    dispose: (_value, key) => forgetTopics(key),
  });

  function forgetTopics(key: string): void {
    for (const topic of topicsByKey.get(key) ?? []) {
      const keys = keysByTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) keysByTopic.delete(topic);
    }
    topicsByKey.delete(key);
  }

  function keep(key: string, { topics, until }: InFlight<Value>, value: Value): void {
    const ttl = until - now();
    if (ttl <= 0) return;
    answers.set(key, value, Number.isFinite(ttl) ? { ttl } : {});
    if (!answers.has(key)) return;
    topicsByKey.set(key, topics);
    for (const topic of topics) getOrMake(keysByTopic, topic, () => new Set()).add(key);
  }

  feed.subscribe((changed) => {
    const all = changed === null || changed.has('*');
    for (const [key, inFlight] of inFlightByKey) {
      if (!inFlight.hasBegun || !(all || inFlight.topics.some((topic) => changed.has(topic)))) continue;
      inFlight.isOutdated = true;
      inFlightByKey.delete(key);
    }
    if (all) answers.clear();
    else for (const topic of changed) for (const key of [...(keysByTopic.get(topic) ?? [])]) answers.delete(key);
  });

  function fly(key: string, topics: readonly string[], ask: Ask<Value>, beginsLater: boolean): Flight<Value> {
    const begin = () => {
      inFlight.hasBegun = true;
      if (ageLeftMs) inFlight.until = now() + ageLeftMs();
      // Changes from now on may not be learnt of.
      if (feed.isLive()) return;
      inFlight.isOutdated = true;
      land();
    };
    const land = () => {
      if (inFlightByKey.get(key) === inFlight) inFlightByKey.delete(key);
    };
    const until = Number.POSITIVE_INFINITY;
    const inFlight: InFlight<Value> = { topics, hasBegun: false, until, isOutdated: false, work: null };
    // Only the latest work of a key is told of changes. One before it may still run, although its callers have left.
    const before = inFlightByKey.get(key);
    if (before) before.isOutdated = true;
    inFlightByKey.set(key, inFlight);
    if (!beginsLater) begin();
    const work = createFlight((signal) => ask(signal, begin));
    inFlight.work = work;
    work.outcome.then((value) => {
      if (!inFlight.isOutdated) keep(key, inFlight, value);
      land();
    }, land);
    return work;
  }

  async function remember(
    key: string,
    topics: readonly string[],
    ask: Ask<Value>,
    { signal, anew = false, beginsLater = false }: Remember,
    rejoin: number,
  ): Promise<Value> {
    const isLive = feed.isLive();
    const known = anew || !isLive ? undefined : answers.get(key);
    if (known) return known;
    const underWay = inFlightByKey.get(key);
    if (!anew && underWay?.work && (isLive || !underWay.hasBegun) && !underWay.work.isAbandoned()) {
      return underWay.work.join(signal).catch((error) => {
        if (!isFailureOfOneCaller(error)) throw error;
        return rejoin === 0
          ? ask(signal, () => undefined)
          : remember(key, topics, ask, { signal, beginsLater }, rejoin - 1);
      });
    }
    return fly(key, topics, ask, beginsLater).join(signal);
  }

  return {
    recall: (key) => (feed.isLive() ? answers.get(key) : undefined),
    remember: (key, topics, ask, options = {}) => remember(key, topics, ask, options, REJOIN_MAX),
  };
}

/** How often callers whose shared work failed for another caller share a new attempt before each asks alone. */
const REJOIN_MAX = 1;

/** Approximate overhead of an entry beside its bytes. */
const ENTRY_BYTES = 500;
