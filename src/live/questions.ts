// The questions that are followed: each is told of what changes, and dropped some time after the last has left.
import type { Feed } from '../changes/feed.js';
import type { Question } from './question.js';

export type Questions = {
  /** The one that is known by this key, or a new one. */
  of(key: string, create: () => Question): Question;
  close(): void;
};

/** How often questions are asked while nothing is heard of changes; and how long one is kept without a follower. */
const TEND_MS = 5_000;
const IDLE_MS = 20_000;

export function createQuestions(feed: Pick<Feed, 'isLive' | 'subscribe'>): Questions {
  const questions = new Map<string, Question>();
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
