import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Ask, Cache, Remember } from './cache.js';
import { createTopics } from './topics.js';

type Variables = Record<string, unknown>;

/** Answers of operations, remembered with what they are made of. */
export type Answers<Value> = {
  /** The answer known by this key, or what `ask` gives. */
  remember(
    key: string,
    document: DocumentNode,
    variables: Variables,
    ask: Ask<Value>,
    options?: Remember,
  ): Promise<Value>;
  /** The answer that was last given to a question spelled like this, if it is still true. */
  recall(spelling: string): Value | undefined;
  /** One question can be spelled in many ways; each is noted once it has been understood. */
  note(spelling: string, key: string): void;
};

const SPELLINGS_BYTES = 8_000_000;

export function createAnswers<Value extends object>(schema: GraphQLSchema, cache: Cache<Value>): Answers<Value> {
  const topics = new WeakMap<DocumentNode, (variables: Variables) => string[]>();
  const keys = new LRUCache<string, string>({
    maxSize: SPELLINGS_BYTES,
    sizeCalculation: (key, spelling) => 2 * (key.length + spelling.length) + 200,
  });
  return {
    remember(key, document, variables, ask, options) {
      const topicsOf = topics.get(document) ?? createTopics(schema, document);
      topics.set(document, topicsOf);
      return cache.remember(key, topicsOf(variables), ask, options);
    },
    recall(spelling) {
      const key = keys.get(spelling);
      return key === undefined ? undefined : cache.recall(key);
    },
    note(spelling, key) {
      if (cache.recall(key)) keys.set(spelling, key);
    },
  };
}
