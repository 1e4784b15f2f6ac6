// Remembers answers until something they depend on changes. They are used only while the feed is live; otherwise every
// answer is computed anew. Callers that arrive while the same answer is being computed wait for it (single-flight),
// and ask again if something it turns out to depend on had changed after it began to read and before they came; while
// the feed is not live they do not wait for what has begun. What has not begun can always be waited for: it will see all
// that was written before. If all callers leave, it is aborted.
import { LRUCache } from 'lru-cache';
import type { Feed } from './feed.js';
import { createFlight, type Flight } from './flight.js';
import { concerns, createTagIndex } from './tags.js';

/** With what it depends on, and the head of the feed at which it was begun. */
export type Remembered<Value> = Asked<Value> & { head: number };
type Asked<Value> = { value: Value; tags: ReadonlySet<string> };

export type Cache<Value extends object> = {
  /**
   * `signal` is aborted when this caller no longer waits. With `anew` the answer is computed from now on, even if it is
   * remembered or in flight. With `beginsLater`, `ask` waits for its turn.
   */
  remember(key: string, ask: Ask<Value>, options?: Remember): Promise<Remembered<Value>>;
  /** The remembered answer, if there is one. */
  recall(key: string): Value | undefined;
};

type Remember = { signal?: AbortSignal | undefined; anew?: boolean; beginsLater?: boolean };

/** The signal is aborted once no caller waits any more. With `beginsLater`, `begin` is called before anything is read. */
type Ask<Value> = (signal: AbortSignal | undefined, begin: () => void) => Promise<Asked<Value>>;

type CacheOptions<Value> = {
  maxBytes: number;
  bytesOf(value: Value): number;
  /** How long an answer that is begun now may be remembered. */
  ageLeftMs?: () => number;
  now?: () => number;
  /** Whether a failure concerns one caller and not the query; then the next of the waiting callers asks. */
  isFailureOfOneCaller?: (error: unknown) => boolean;
};

/** `outdatedAt` is the head of the first change since it began that concerns it. */
type Landed<Value> = { made: Remembered<Value>; outdatedAt: number };

type InFlight<Value> = {
  work: Flight<Landed<Value>> | null;
  /** The head of the feed at which it began to read; infinite until then. */
  head: number;
  /** The time until which it may be remembered. */
  until: number;
};

export function createCache<Value extends object>(
  feed: Feed,
  { maxBytes, bytesOf, ageLeftMs, now = Date.now, isFailureOfOneCaller = () => false }: CacheOptions<Value>,
): Cache<Value> {
  const index = createTagIndex<string>();
  /** The latest work of each key, unless its answer may not be given to others. */
  const latest = new Map<string, InFlight<Value>>();
  /** All work that has begun, oldest first, and the changes since the first of it began. */
  const reading = new Set<InFlight<Value>>();
  let changes: { tags: ReadonlySet<string>; head: number }[] = [];
  const answers = new LRUCache<string, Remembered<Value>>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.ceil(maxBytes / 8),
    sizeCalculation: ({ value, tags }, key) => bytesOf(value) + key.length + tags.size * TAG_BYTES + ENTRY_BYTES,
    ttlResolution: 0,
    perf: { now },
    dispose: ({ tags }, key) => index.delete(key, tags),
  });

  function keep(key: string, made: Remembered<Value>, until: number): void {
    const ttl = until - now();
    if (ttl <= 0) return;
    answers.set(key, made, Number.isFinite(ttl) ? { ttl } : {});
    if (answers.has(key)) index.add(key, made.tags);
  }

  feed.subscribe((changed, head) => {
    if (changed === null) {
      answers.clear();
      for (const [key, { head: begun }] of latest) if (Number.isFinite(begun)) latest.delete(key);
      // Numbers may begin anew.
      reading.clear();
      changes = [];
      return;
    }
    for (const key of index.concernedBy(changed)) answers.delete(key);
    if (reading.size > 0) changes.push({ tags: changed, head });
  });

  async function read(inFlight: InFlight<Value>, asking: Promise<Asked<Value>>): Promise<Landed<Value>> {
    try {
      const { value, tags } = await asking;
      const { head } = inFlight;
      const outdating = changes.find((change) => change.head > head && concerns(change.tags, tags));
      return { made: { value, tags, head }, outdatedAt: outdating?.head ?? Number.POSITIVE_INFINITY };
    } finally {
      reading.delete(inFlight);
      const [oldest = { head: Number.POSITIVE_INFINITY }] = reading;
      const from = changes.findIndex(({ head }) => head > oldest.head);
      changes = from === -1 ? [] : changes.slice(from);
    }
  }

  function fly(key: string, ask: Ask<Value>, beginsLater: boolean): InFlight<Value> {
    const inFlight: InFlight<Value> = { work: null, head: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    const isLatest = () => latest.get(key) === inFlight;
    const begin = () => {
      inFlight.head = feed.head();
      if (ageLeftMs) inFlight.until = now() + ageLeftMs();
      reading.add(inFlight);
      // Changes from now on may not be learnt of.
      if (!feed.isLive() && isLatest()) latest.delete(key);
    };
    latest.set(key, inFlight);
    if (!beginsLater) begin();
    inFlight.work = createFlight((signal) => read(inFlight, ask(signal, begin)));
    const land = () => isLatest() && latest.delete(key);
    inFlight.work.outcome.then(({ made, outdatedAt }) => {
      if (land() && outdatedAt === Number.POSITIVE_INFINITY) keep(key, made, inFlight.until);
    }, land);
    return inFlight;
  }

  /** One who asks for the others no more. */
  async function askAlone(ask: Ask<Value>, signal: AbortSignal | undefined): Promise<Remembered<Value>> {
    let head = feed.head();
    const begin = () => {
      head = feed.head();
    };
    return { ...(await ask(signal, begin)), head };
  }

  async function remember(
    key: string,
    ask: Ask<Value>,
    { signal, anew = false, beginsLater = false }: Remember,
    rejoin: number,
  ): Promise<Remembered<Value>> {
    const isLive = feed.isLive();
    const known = anew || !isLive ? undefined : answers.get(key);
    if (known) return known;
    const underWay = anew ? undefined : latest.get(key);
    const isShared = underWay?.work && (isLive || !Number.isFinite(underWay.head)) && !underWay.work.isAbandoned();
    const inFlight = isShared ? underWay : fly(key, ask, beginsLater);
    const joinedAt = feed.head();
    try {
      const landed = await (inFlight.work as Flight<Landed<Value>>).join(signal);
      if (joinedAt < landed.outdatedAt) return landed.made;
    } catch (error) {
      // Nobody knows on what a failure depends.
      const mayBeOutdated = joinedAt > inFlight.head;
      if (!isShared || signal?.aborted || !(mayBeOutdated || isFailureOfOneCaller(error))) throw error;
      if (rejoin === 0) return askAlone(ask, signal);
      return remember(key, ask, { signal, beginsLater }, rejoin - 1);
    }
    return remember(key, ask, { signal, beginsLater }, rejoin);
  }

  return {
    recall: (key) => (feed.isLive() ? answers.get(key)?.value : undefined),
    remember: (key, ask, options = {}) =>
      maxBytes === 0 ? askAlone(ask, options.signal) : remember(key, ask, options, REJOIN_MAX),
  };
}

/** How often callers whose shared work failed for another caller share a new attempt before each asks alone. */
const REJOIN_MAX = 1;

/** Approximate overhead of an entry beside its bytes, and of each of its tags. */
const ENTRY_BYTES = 350;
const TAG_BYTES = 150;
