// The followed queries: each is notified of changes, and dropped some time after its last follower has left.
import type { Feed } from '../changes/feed.js';
import type { SharedQuery } from './shared-query.js';

export type SharedQueries = {
  /** Returns the question with this key, created if necessary. */
  of(key: string, create: () => SharedQuery): SharedQuery;
  close(): void;
};

/** How often questions are re-run while the feed is not live, and how long one is kept without followers. */
const TEND_MS = 5_000;
const IDLE_MS = 20_000;

export function createSharedQueries(feed: Pick<Feed, 'isLive' | 'subscribe'>): SharedQueries {
  const questions = new Map<string, SharedQuery>();
  let tending: NodeJS.Timeout | null = null;

  feed.subscribe((changed) => {
    const all = changed === null || changed.has('*');
    for (const question of questions.values()) {
      if (all || question.topics.some((topic) => changed.has(topic))) question.outdate();
    }
  });

  function tend(): void {
    const isLive = feed.isLive();
    for (const [key, question] of questions) {
      const since = question.idleSince();
      if (since !== null && performance.now() - since > IDLE_MS) questions.delete(key);
      else if (!isLive) question.outdate();
    }
    if (questions.size === 0) close();
  }

  function close(): void {
    if (tending) clearInterval(tending);
    tending = null;
  }

  return {
    of(key, create) {
      const question = questions.get(key) ?? create();
      questions.set(key, question);
      tending ??= setInterval(tend, TEND_MS).unref();
      return question;
    },
    close,
  };
}
