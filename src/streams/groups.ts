// Followers of the same value, or of the same log from the same cursor, are a group, which reads once for all when something that
// its last answer depends on has changed, for one of their keys after the other, so that a key that follows much delays itself.
import type { Turns } from '../entrance/turns.js';
import type { ApiError, ToApiError } from '../errors.js';
import { type Call, type Lane, sharedCall } from '../http/call.js';
import type { Sink } from '../http/stream.js';
import type { Feed } from '../invalidation/feed.js';
import { concerns } from '../invalidation/tags.js';
import { createWakeup } from '../invalidation/wakeup.js';
import { pause } from './pause.js';
import { retryTemporary } from './retry-temporary.js';

/** A version of a value, or a page of a log. */
export type Item = {
  /** Hash of the value, or cursor after the page. */
  position: string;
  /** True if the next page need not wait for a change. */
  more: boolean;
  /** True of a page without entries. */
  isEmpty: boolean;
};

/** `tags` are the cache tags that it depends on; null for those of the last answer, or for all. */
export type Read<I> = { value: I; tags: ReadonlySet<string> | null };

export type Source<I> = Kind & {
  /** Equal for all who follow the same. */
  key: string;
  /** Reads what follows this position, or for null what a new follower gets first. */
  read(from: string | null, call: Call): Promise<Read<I>>;
};

type Kind = {
  /** Nothing of a log may be missed; of a value the newest version is enough. */
  isLog: boolean;
  /** Debounce: everything that changes within this time is one read. */
  gatherMs: number;
  /** Pause after a read that took so long. */
  restMs(tookMs: number): number;
  /** Interval of reads while the feed is not live, and reports nothing. */
  pollMs: number;
  /** How long temporary failures are retried. */
  patienceMs: number;
};

export const LOG: Kind = { isLog: true, gatherMs: 100, restMs: () => 0, pollMs: 1_000, patienceMs: 60_000 };

export const VALUE = { isLog: false, gatherMs: 0, pollMs: 5_000, patienceMs: Number.POSITIVE_INFINITY } as const;

/** The first answer of a new follower. */
export type Begun<I> = {
  key: string;
  first: I;
  /** Gives everything that follows until the returned function is called. */
  follow(follower: Follower<I>): () => void;
};

export type Follower<I> = {
  call: Call;
  /** A reader whose socket is full is left out until it has drained. */
  sink: Pick<Sink, 'drained' | 'isDrained'>;
  give(item: I): void;
  /** Called when it is over for another reason than that the follower has left. */
  end(error: ApiError): void;
};

export type Groups = { begin<I extends Item>(call: Call, source: Source<I>): Promise<Begun<I>> };

export type GroupsOptions = { feed: Pick<Feed, 'isLive' | 'subscribe'>; toApiError: ToApiError; turns: Turns };

type Member = Follower<Item> & {
  source: Source<Item>;
  position: string;
  tags: Read<Item>['tags'];
  /** True if there may be something that it does not have. */
  isBehind: boolean;
  /** Number of the first read of its group that cannot be older than what it has. */
  since: number;
  /** Null while its socket is full, and once it has left. */
  group: Group | null;
  isGone: boolean;
};

type Group = Pick<Member, 'source' | 'position' | 'tags'> & {
  members: Set<Member>;
  /** Keys and addresses that have read since all others did. */
  served: Set<Lane>;
  isDue: boolean;
  /** Number of reads that have begun. */
  reads: number;
  /** Any change meanwhile may concern the new answer, whose tags are not known yet. */
  isReading: boolean;
  wakeup: ReturnType<typeof createWakeup>;
  over: AbortController;
};

/** Number of members served before the event loop goes on with other work. */
const AT_ONCE = 250;

export function createGroups({ feed, toApiError, turns }: GroupsOptions): Groups {
  const groups = new Map<string, Group>();
  let notifications = 0;

  feed.subscribe((changed) => {
    notifications += 1;
    for (const group of groups.values()) if (isConcerned(group, changed)) wake(group);
  });

  function wake(group: Group): void {
    group.isDue = true;
    group.wakeup.wake();
  }

  function join(member: Member): void {
    if (member.isGone) return;
    const group = groups.get(keyOf(member)) ?? create(member);
    group.members.add(member);
    member.group = group;
    // Equal to its own, which need not stay in memory.
    member.source = group.source;
    // Either of two values may be the newer one, and one that is being read may be older than both.
    const isUnsure = group.position !== member.position;
    member.since = isUnsure ? group.reads + 1 : 0;
    if (isUnsure || member.isBehind) wake(group);
  }

  function create({ source, position, tags }: Member): Group {
    const group: Group = {
      ...{ source, position, tags, members: new Set(), served: new Set(), isDue: false, reads: 0, isReading: false },
      ...{ wakeup: createWakeup(), over: new AbortController() },
    };
    groups.set(keyOf(group), group);
    run(group).catch((error) => {
      const reason = toApiError(error);
      for (const member of group.members) {
        leave(member);
        member.end(reason);
      }
    });
    return group;
  }

  async function run(group: Group): Promise<void> {
    const { source, members, wakeup } = group;
    const { signal } = group.over;
    let hasMore = false;
    while (!signal.aborted) {
      while (!group.isDue && !hasMore && !signal.aborted) {
        await wakeup.next(source.pollMs);
        group.isDue ||= !feed.isLive();
      }
      if (!hasMore) await pause(source.gatherMs, signal);
      for (const member of members) if (!member.sink.isDrained()) setAside(member);
      if (signal.aborted) return;
      const start = performance.now();
      const { value, tags } = await read(group);
      group.isReading = false;
      group.tags = tags ?? group.tags;
      hasMore = value.more;
      await handOut(group, value);
      if (!hasMore) await pause(source.restMs(performance.now() - start), signal);
    }
  }

  function setAside(member: Member): void {
    part(member);
    member.isBehind = true;
    void member.sink.drained().then(() => join(member));
  }

  /** Reads for no single member, because that may leave. Temporary failures are retried for the next key. */
  function read(group: Group): Promise<Read<Item>> {
    const { source } = group;
    const { signal } = group.over;
    const attempt = () => {
      const call = sharedCall(nextOf(group, turns.isBusy));
      const abort = () => call.abort();
      signal.addEventListener('abort', abort);
      const begin = () => {
        Object.assign(group, { isDue: false, isReading: true, reads: group.reads + 1 });
        return source.read(group.position, call);
      };
      return turns.take(call, begin).finally(() => signal.removeEventListener('abort', abort));
    };
    return retryTemporary(attempt, { toApiError, signal, patienceMs: source.patienceMs });
  }

  async function handOut(group: Group, item: Item): Promise<void> {
    const { source, reads } = group;
    const { position } = item;
    // Newcomers to the position that a log had must not miss this page.
    if (source.isLog) groups.delete(keyOf(group));
    const before = notifications;
    group.position = position;
    for (const [nth, member] of [...group.members].entries()) {
      if (nth > 0 && nth % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      if (member.group !== group || member.since > reads) continue;
      const isNew = source.isLog || member.position !== position;
      member.position = position;
      if (isNew) member.give(item);
    }
    if (source.isLog && group.members.size > 0) settle(group, item.more || before < notifications);
  }

  /** Puts a group at the position that its log has now; where there is another one, its members join that. */
  function settle(group: Group, isDue: boolean): void {
    const other = groups.get(keyOf(group)) ?? group;
    groups.set(keyOf(group), other);
    if (other !== group) group.over.abort();
    for (const member of group.members) {
      member.group = other;
      other.members.add(member);
    }
    if (isDue) wake(other);
  }

  function leave(member: Member): void {
    member.isGone = true;
    part(member);
  }

  function part(member: Member): void {
    const { group } = member;
    member.group = null;
    if (!group?.members.delete(member) || group.members.size > 0) return;
    if (groups.get(keyOf(group)) === group) groups.delete(keyOf(group));
    group.over.abort();
    group.wakeup.wake();
  }

  return {
    async begin(call, source) {
      const before = notifications;
      const { value, tags } = await source.read(null, call);
      const { position, more } = value;
      function follow(follower: Follower<typeof value>): () => void {
        const isBehind = more || before < notifications;
        const member: Member = { ...follower, source, position, tags, isBehind, since: 0, group: null, isGone: false };
        join(member);
        return () => leave(member);
      }
      return { key: source.key, first: value, follow };
    },
  };
}

const keyOf = ({ source, position }: Pick<Member, 'source' | 'position'>): string =>
  source.isLog ? `${source.key}\n${position}` : source.key;

const isConcerned = ({ tags, isReading }: Group, changed: ReadonlySet<string> | null): boolean =>
  isReading || tags === null || concerns(changed, tags);

/** Keys and addresses alternate, however many members each has; one that is busy is passed over while there is another. */
function nextOf({ members, served }: Group, isBusy: Turns['isBusy']): Call {
  const find = (test: (lane: Lane) => boolean) => {
    for (const { call } of members) if (test(call.lane)) return call;
    return undefined;
  };
  const free = find((lane) => !served.has(lane) && !isBusy(lane)) ?? find((lane) => !isBusy(lane));
  const next = free ?? find(() => true);
  if (!next) throw new Error('A group without members');
  if (served.has(next.lane)) served.clear();
  served.add(next.lane);
  return next;
}
