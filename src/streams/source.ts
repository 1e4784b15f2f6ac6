// What clients follow, and what each of them is to the engine in follow.ts.
import type { ApiError } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Sink } from '../http/stream.js';
import type { Patience } from './retry-temporary.js';
import type { Bytes } from './sse.js';

/** Where a follower stands, without what it was given. */
export type Bookmark = {
  /** The hash of a value, or the cursor after a page: another one means that there is something new. */
  position: string;
  /** Number of notifications before it was read (see `Follow`). */
  heard: number;
  /** True if the next read need not wait for a change. */
  more: boolean;
};

/** What was read, and where it leads; `isNews` is false if there is nothing to send. */
export type Item = Bookmark & { isNews: boolean };

export type Source<B, I> = {
  /** Equal for all followers of the same. */
  key: string;
  /** Topics whose changes it is read for; null for all. */
  topics: readonly string[] | null;
  /** Reads what follows `from`, or for null what a new follower gets first; the call is charged for what runs. */
  read(from: B | null, call: Call): Promise<I>;
};

export type Follower<I> = {
  call: Call;
  /** A follower that is slow is left out until it has drained. */
  sink: Pick<Sink, 'drained' | 'isDrained'>;
  give(item: I): void;
  /** Called when it is over for another reason than that the follower has left. */
  end(error: ApiError): void;
};

/** Whether a follower of a log at `at` misses nothing if it goes on from `from`. */
export type LeadsTo<B> = (from: B, at: B) => boolean;

/** Settings of a value, of which the newest is enough, or of a log, of which nothing may be missed. */
export type SourceKind<B, I> = {
  bookmarkOf(item: I): B;
  /** Null for a value. */
  leadsTo: LeadsTo<B> | null;
  /** Debounce: everything that changes within this time is one read. */
  gatherMs: number;
  /** Pause after a read that took so long. */
  restMs(tookMs: number): number;
  /** How often it is read while the feed is not live, and nothing is notified. */
  pollMs: number;
  patience?: Patience;
};

/** The newest version of something, for clients who are sent the same bytes. */
export type Value = Item & { bytes: Bytes };

export function createValue(hash: string, bytes: Bytes, heard: number): Value {
  return { position: hash, heard, more: false, isNews: true, bytes };
}

/** It is read until its followers leave, however long the database is away. */
export const valueKind = (restMs: (tookMs: number) => number): SourceKind<Bookmark, Value> => ({
  bookmarkOf: ({ position, heard, more }) => ({ position, heard, more }),
  leadsTo: null,
  gatherMs: 0,
  restMs,
  pollMs: 5_000,
  patience: { totalMs: Number.POSITIVE_INFINITY, longestPauseMs: 1_000 },
});
