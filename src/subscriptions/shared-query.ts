// A query that clients follow: run once for all followers, and again when something its answer depends on changes.
import type { Answer } from '../http/answer.js';
import type { ReadAfter } from '../http/read-after.js';
import { handOut } from '../streams/hand-out.js';
import { createKeyRotation } from '../streams/key-rotation.js';
import { isTemporary } from '../streams/retry-temporary.js';
import { SHARED_COST, splitCost } from '../streams/shared-cost.js';
import type { Turns } from './turns.js';

/** An answer with its cost, or a refusal. */
export type Outcome = { answer: Answer; cost: number } | { refused: Refused };

/** The error response to the query. */
export type Refused = { status: number; body: string };

export type Reader = {
  keyId: number | null;
  give(answer: Answer): void;
  /** Charges the reader; ends its stream if the budget is exhausted. */
  pay(cost: number): void;
  refuse(refused: Refused): void;
};

export type SharedQuery = {
  /** Returns the newest answer, for a client that arrives now, and its cost for that client. */
  newest(readAfter: ReadAfter, keyId: number | null): Promise<Outcome>;
  /** Gives the reader every answer from now on, the first immediately, until the returned function is called. */
  follow(reader: Reader): () => void;
  /** Called when something has changed, or may have. */
  outdate(): void;
  topics: readonly string[];
  /** Time since which no client has followed or requested it; null while one does. */
  idleSince(): number | null;
};

export type SharedQueryOptions = {
  topics: readonly string[];
  /** Runs the query in the queue of this key. */
  ask(readAfter: ReadAfter, keyId: number | null): Promise<Outcome>;
  /** Whether changes are notified at present. */
  isLive(): boolean;
  /** For runs that no new client waits for. */
  turns: Turns;
};

/** Minimum time between two runs, whatever changes. */
const PACE_MS = 250;
/** Retry delay after a temporary failure. */
const AGAIN_MS = 1_000;

export function createSharedQuery({ topics, ask, isLive, turns }: SharedQueryOptions): SharedQuery {
  /** Readers, with the answer that each was last given. */
  const readers = new Map<Reader, Answer | null>();
  let current: { answer: Answer; cost: number } | null = null;
  let outdated = true;
  let asking: Promise<Outcome> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked = 0;
  /** Number of the newest completed run: with several in flight, an older one may complete later. */
  let settled = 0;
  let timer: NodeJS.Timeout | null = null;
  /** True while a run waits for its turn. */
  let isDue = false;
  let giving = false;
  let idleSince: number | null = performance.now();
  const nextKey = createKeyRotation(readers);

  /** Runs in the lane of the new client, which pays for it, or in that of a follower, and then all pay. */
  function refresh(readAfter: ReadAfter, keyId: number | null, isForNewcomer: boolean): Promise<Outcome> {
    askedAt = performance.now();
    outdated = false;
    asked += 1;
    const number = asked;
    const answered = ask(readAfter, keyId).then((outcome) => {
      if (asking === answered) asking = null;
      if (idleSince !== null) idleSince = performance.now();
      if (number > settled) {
        settled = number;
        settle(isForNewcomer ? paidFor(outcome) : outcome);
      }
      return outcome;
    });
    asking = answered;
    return answered;
  }

  function settle(outcome: Outcome): void {
    if ('answer' in outcome) {
      if (current?.answer.hash !== outcome.answer.hash) current = outcome;
      else if (outcome.cost > SHARED_COST) share(outcome.cost);
      void giveAll();
      if (outdated) schedule(PACE_MS);
    } else if (isTemporary(outcome.refused)) {
      outdated = true;
      schedule(AGAIN_MS);
    } else {
      current = null;
      outdated = true;
      for (const reader of [...readers.keys()]) reader.refuse(outcome.refused);
    }
  }

  /** Splits the cost of a run whose answer is unchanged among all followers. */
  function share(cost: number): void {
    const all = [...readers.keys()];
    const owedBy = splitCost(cost, all.map(keyOf));
    for (const reader of all) reader.pay(owedBy(reader.keyId));
  }

  function schedule(pauseMs: number): void {
    if (timer || isDue || asking || readers.size === 0) return;
    const left = askedAt + pauseMs - performance.now();
    if (left <= 0) rerun();
    else {
      timer = setTimeout(() => {
        timer = null;
        if (!asking && readers.size > 0) rerun();
      }, left).unref();
    }
  }

  function rerun(): void {
    isDue = true;
    const keyId = nextKey();
    turns.take(keyId, async () => {
      isDue = false;
      // A new client may have had it run meanwhile.
      if (outdated && !asking && readers.size > 0) await refresh(null, keyId, false);
    });
  }

  /** Each reader pays the price of a remembered answer; the rest of the cost is split. */
  async function giveAll(): Promise<void> {
    if (giving) return;
    giving = true;
    for (let given: Answer | null = null; current && current.answer !== given; ) {
      const { answer, cost } = current;
      given = answer;
      const behind = [...readers].filter(([, last]) => last !== answer).map(([reader]) => reader);
      const owedBy = splitCost(cost - SHARED_COST, behind.map(keyOf));
      const give = (reader: Reader) => {
        if (!readers.has(reader)) return;
        readers.set(reader, answer);
        reader.give(answer);
        reader.pay(SHARED_COST + owedBy(reader.keyId));
      };
      // A reader not yet served when a newer answer arrives gets only the newer one.
      await handOut(behind, give, () => current?.answer !== answer);
    }
    giving = false;
  }

  return {
    topics,
    idleSince: () => (asking ? null : idleSince),
    async newest(readAfter, keyId) {
      if (idleSince !== null) idleSince = performance.now();
      if (readAfter !== null) await asking;
      else if (current && !outdated && isLive()) return paidFor(current);
      else if (asking) return paidFor(await asking);
      return refresh(readAfter, keyId, true);
    },
    follow(reader) {
      idleSince = null;
      readers.set(reader, current?.answer ?? null);
      // Charged with the response that starts the stream.
      if (current) reader.give(current.answer);
      if (outdated) schedule(PACE_MS);
      return () => {
        readers.delete(reader);
        if (readers.size === 0) idleSince = performance.now();
      };
    },
    outdate() {
      outdated = true;
      schedule(PACE_MS);
    },
  };
}

const keyOf = ({ keyId }: Reader) => keyId;

/** The outcome for a client if another one has paid for the run. */
const paidFor = (outcome: Outcome): Outcome => ('answer' in outcome ? { ...outcome, cost: SHARED_COST } : outcome);
