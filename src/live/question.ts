// A question that clients follow: asked once for all who follow it, and again when something that its answer is made of
// has changed.
import type { Answer } from '../http/answer.js';
import type { ReadAfter } from '../http/read-after.js';
import { handOut } from '../streams/hand-out.js';
import { isPassing } from '../streams/patiently.js';
import { SHARED_COST, splitCost } from '../streams/shared-cost.js';
import { createTurns } from '../streams/turns.js';

/** What became of it: an answer and what it cost, or that there is none. */
export type Outcome = { answer: Answer; cost: number } | { refused: Refused };

/** As the query is refused. */
export type Refused = { status: number; body: string };

export type Reader = {
  keyId: number | null;
  give(answer: Answer): void;
  /** Ends it when nothing is left. */
  pay(cost: number): void;
  refuse(refused: Refused): void;
};

export type Question = {
  /** The newest answer, as a client that comes now would get it; what it costs that client. */
  newest(readAfter: ReadAfter, keyId: number | null): Promise<Outcome>;
  /** Gives the reader every answer from now on, the first at once; ends with what it gives. */
  follow(reader: Reader): () => void;
  /** Something has changed, or may have. */
  outdate(): void;
  topics: readonly string[];
  /** Since when no client follows it, or has asked for it to follow it; null while one does. */
  idleSince(): number | null;
};

export type QuestionOptions = {
  topics: readonly string[];
  /** In the lane of this key. */
  ask(readAfter: ReadAfter, keyId: number | null): Promise<Outcome>;
  /** Whether a change would be known of. */
  isLive(): boolean;
};

/** Between two times that it is asked, whatever changes. */
const PACE_MS = 250;
/** When it could not be answered. */
const AGAIN_MS = 1_000;

export function createQuestion({ topics, ask, isLive }: QuestionOptions): Question {
  /** With what each was given last. */
  const readers = new Map<Reader, Answer | null>();
  let current: { answer: Answer; cost: number } | null = null;
  let outdated = true;
  let asking: Promise<Outcome> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked = 0;
  /** The newest that was answered: with several under way, an older one may come later. */
  let settled = 0;
  let timer: NodeJS.Timeout | null = null;
  let giving = false;
  let idleSince: number | null = performance.now();
  const nextKey = createTurns(readers);

  /** In the lane of the client that comes and pays for it, or else of those that follow it. */
  function refresh(readAfter: ReadAfter = null, newcomer: { keyId: number | null } | null = null): Promise<Outcome> {
    askedAt = performance.now();
    outdated = false;
    asked += 1;
    const number = asked;
    const answered = ask(readAfter, newcomer ? newcomer.keyId : nextKey()).then((outcome) => {
      if (asking === answered) asking = null;
      if (idleSince !== null) idleSince = performance.now();
      if (number > settled) {
        settled = number;
        settle(newcomer ? paidFor(outcome) : outcome);
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
    } else if (isPassing(outcome.refused)) {
      outdated = true;
      schedule(AGAIN_MS);
    } else {
      current = null;
      outdated = true;
      for (const reader of [...readers.keys()]) reader.refuse(outcome.refused);
    }
  }

  /** It was worked out for all of them, though there is nothing to give. */
  function share(cost: number): void {
    const all = [...readers.keys()];
    const owedBy = splitCost(cost, all.map(keyOf));
    for (const reader of all) reader.pay(owedBy(reader.keyId));
  }

  function schedule(pauseMs: number): void {
    if (timer || asking || readers.size === 0) return;
    const left = askedAt + pauseMs - performance.now();
    if (left <= 0) return void refresh();
    timer = setTimeout(() => {
      timer = null;
      if (!asking && readers.size > 0) void refresh();
    }, left).unref();
  }

  /** To each it is an answer that is remembered; what working it out cost beyond that they share. */
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
      // A client that has not had it when there is a newer one gets that.
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
      return refresh(readAfter, { keyId });
    },
    follow(reader) {
      idleSince = null;
      readers.set(reader, current?.answer ?? null);
      // Paid for with the reply that it begins.
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

/** By another client. */
const paidFor = (outcome: Outcome): Outcome => ('answer' in outcome ? { ...outcome, cost: SHARED_COST } : outcome);
