// Clients that follow the same source share one broadcast: it reads once for all of them when something has changed, in
// the lane of each in turn, hands out what is new, and splits the cost. A follower of a log who is behind reads alone.
import type { Turns } from '../entrance/turns.js';
import type { ApiError, ToApiError } from '../errors.js';
import { type Call, sharedCall } from '../http/call.js';
import type { Feed } from '../invalidation/feed.js';
import { createWakeup } from '../invalidation/wakeup.js';
import { handOut, laneOf, type Recipient } from './hand-out.js';
import { createLaneRotation } from './lane-rotation.js';
import { pause } from './pause.js';
import { retryTemporary } from './retry-temporary.js';
import type { Bookmark, Follower, Item, LeadsTo, Source, SourceKind } from './source.js';

export type Follow<B, I> = {
  /** Number of notifications so far. A read that starts now shows everything that they were about. */
  heard(): number;
  /** Gives the follower everything after `at` until the returned function is called. */
  start(source: Source<B, I>, at: I, follower: Follower<I>): () => void;
};

export type FollowOptions = {
  feed: Pick<Feed, 'isLive' | 'subscribe'>;
  toApiError: ToApiError;
  /** Charges the call for its latest work; returns a 429 if the budget is exhausted. */
  pay(call: Call): ApiError | null;
  /** In which everything is read that the streams of a key follow. */
  turns: Turns;
};

type Member<B, I> = Recipient<B, I> & {
  source: Source<B, I>;
  broadcast: Broadcast<B, I> | null;
  /** Aborts its own read. */
  reading: AbortController | null;
  hasWaited: boolean;
};

type Broadcast<B, I> = {
  source: Source<B, I>;
  at: B;
  /** Number of the latest notification that concerns it. */
  dueAt: number;
  members: Set<Member<B, I>>;
  /** Followers of a log who can join only after the next read. */
  waiting: Set<Member<B, I>>;
  isReading: boolean;
  wakeup: ReturnType<typeof createWakeup>;
  over: AbortController;
};

export function createFollow<B extends Bookmark, I extends Item & B>(
  { bookmarkOf, leadsTo, gatherMs, restMs, pollMs, patience }: SourceKind<B, I>,
  { feed, toApiError, pay, turns }: FollowOptions,
): Follow<B, I> {
  const broadcasts = new Map<string, Broadcast<B, I>>();
  let heard = 0;
  let polling: NodeJS.Timeout | null = null;

  function notify(changed: ReadonlySet<string> | null): void {
    heard += 1;
    const all = changed === null || changed.has('*');
    for (const broadcast of broadcasts.values()) {
      const { topics } = broadcast.source;
      if (all || topics === null || topics.some((topic) => changed.has(topic))) wake(broadcast);
    }
  }

  function wake(broadcast: Broadcast<B, I>): void {
    broadcast.dueAt = heard;
    broadcast.wakeup.wake();
  }

  function join(member: Member<B, I>): void {
    const { source, at, isGone } = member;
    const broadcast = broadcasts.get(source.key);
    if (isGone) return;
    if (at.more) void readAlone(member);
    else if (!broadcast) begin(member);
    else if (!leadsTo) joinValue(member, broadcast);
    else if (at.position === broadcast.at.position || canGoOn(member, broadcast, leadsTo)) {
      member.at = broadcast.at;
      enter(broadcast, broadcast.members, member);
    } else if (at.heard < broadcast.at.heard) void readAlone(member);
    else {
      member.hasWaited = true;
      enter(broadcast, broadcast.waiting, member);
    }
  }

  /** One who has heard more would get that twice, which is better than reading alone for as long as much changes. */
  function canGoOn({ at, hasWaited }: Member<B, I>, { at: from, isReading }: Broadcast<B, I>, leadsTo: LeadsTo<B>) {
    return !isReading && leadsTo(from, at) && (hasWaited || at.heard <= from.heard);
  }

  /** Which of two versions is newer cannot be told, so it is read again. */
  function joinValue(member: Member<B, I>, broadcast: Broadcast<B, I>): void {
    if (broadcast.isReading || broadcast.at.position !== member.at.position) {
      heard += 1;
      member.since = heard;
      wake(broadcast);
    }
    enter(broadcast, broadcast.members, member);
  }

  function enter(broadcast: Broadcast<B, I>, members: Set<Member<B, I>>, member: Member<B, I>): void {
    member.broadcast = broadcast;
    // Equal to its own, which need not be kept.
    member.source = broadcast.source;
    members.add(member);
  }

  /** It is due if anything has been notified since, because that may concern it. */
  function begin(member: Member<B, I>): void {
    const { source, at } = member;
    const broadcast: Broadcast<B, I> = {
      ...{ source, at, dueAt: heard, isReading: false, wakeup: createWakeup(), over: new AbortController() },
      ...{ members: new Set([member]), waiting: new Set<Member<B, I>>() },
    };
    member.broadcast = broadcast;
    broadcasts.set(source.key, broadcast);
    polling ??= setInterval(() => feed.isLive() || notify(null), pollMs).unref();
    run(broadcast).catch((error) => fail(broadcast, error));
  }

  async function run(broadcast: Broadcast<B, I>): Promise<void> {
    const { source, members, waiting, wakeup } = broadcast;
    const { signal } = broadcast.over;
    const nextInTurn = createLaneRotation(members, laneOf, turns.isBusy);
    while (!signal.aborted) {
      if (!broadcast.at.more) {
        while (broadcast.dueAt <= broadcast.at.heard && !signal.aborted) await wakeup.next(null);
        await pause(gatherMs, signal);
      }
      for (const member of members) if (!member.follower.sink.isDrained()) setAside(member);
      if (signal.aborted) return;
      const began = performance.now();
      broadcast.isReading = true;
      const reading = await readFor(source, broadcast.at, nextInTurn, signal);
      broadcast.isReading = false;
      broadcast.at = bookmarkOf(reading.item);
      await handOut([...members], reading, broadcast.at, charge);
      for (const member of drainSet(waiting)) void readAlone(member);
      if (!broadcast.at.more) await pause(restMs(performance.now() - began), signal);
    }
  }

  function setAside(member: Member<B, I>): void {
    part(member);
    void member.follower.sink.drained().then(() => join(member));
  }

  /** Temporary failures are retried, each time in the lane of the next follower. */
  function readFor(source: Source<B, I>, from: B, nextInTurn: () => Member<B, I>, signal: AbortSignal) {
    const attempt = async () => {
      // Belongs to no single client, because that client may leave.
      const call = sharedCall(nextInTurn().follower.call);
      const abort = () => call.abort();
      signal.addEventListener('abort', abort);
      try {
        const item = await turns.take(call, () => source.read(from, call));
        return { item, cost: call.cost };
      } finally {
        signal.removeEventListener('abort', abort);
      }
    };
    return retryTemporary(attempt, { toApiError, signal, ...(patience && { patience }) });
  }

  function charge(member: Member<B, I>, cost: number): void {
    const { call } = member.follower;
    call.cost = cost;
    const refused = pay(call);
    if (refused) end(member, refused);
  }

  /** Reads on for one follower until it can join the others. */
  async function readAlone(member: Member<B, I>): Promise<void> {
    const reading = new AbortController();
    member.broadcast = null;
    member.reading = reading;
    try {
      await member.follower.sink.drained();
      if (member.isGone) return;
      const read = await readFor(member.source, member.at, () => member, reading.signal);
      await handOut([member], read, bookmarkOf(read.item), charge);
      member.reading = null;
      join(member);
    } catch (error) {
      end(member, error);
    }
  }

  function leave(member: Member<B, I>): void {
    member.isGone = true;
    member.reading?.abort();
    part(member);
  }

  function part(member: Member<B, I>): void {
    const { broadcast } = member;
    member.broadcast = null;
    broadcast?.waiting.delete(member);
    if (broadcast?.members.delete(member) && broadcast.members.size === 0) stop(broadcast);
  }

  function end(member: Member<B, I>, error: unknown): void {
    if (member.isGone) return;
    leave(member);
    member.follower.end(toApiError(error, member.follower.call.id));
  }

  function fail({ members, waiting, over }: Broadcast<B, I>, error: unknown): void {
    if (over.signal.aborted) return;
    const told = toApiError(error);
    for (const member of [...waiting, ...members]) end(member, told);
  }

  function stop({ source, over, wakeup, waiting }: Broadcast<B, I>): void {
    broadcasts.delete(source.key);
    over.abort();
    wakeup.wake();
    if (broadcasts.size === 0 && polling) {
      clearInterval(polling);
      polling = null;
    }
    for (const member of drainSet(waiting)) join(member);
  }

  feed.subscribe(notify);
  return {
    heard: () => heard,
    start(source, at, follower) {
      const member: Member<B, I> = {
        ...{ source, follower, at: bookmarkOf(at), since: 0, broadcast: null },
        ...{ isGone: false, reading: null, hasWaited: false },
      };
      join(member);
      return () => leave(member);
    },
  };
}

/** Empties the set. */
function drainSet<T>(from: Set<T>): T[] {
  const all = [...from];
  from.clear();
  return all;
}
