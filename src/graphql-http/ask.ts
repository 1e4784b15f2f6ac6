// Hands requests to the GraphQL server, and equal subscriptions to it only once: clients open the same all together, as
// when a round begins. Those of a key take turns, so what was parsed and validated for one is known to the others.
import { LRUCache } from 'lru-cache';
import { createTurns } from '../entrance/turns.js';
import type { Call } from '../http/call.js';
import { takesJson } from '../http/graphql-media-type.js';
import { takesEvents } from '../streams/sse.js';
import type { GraphqlServer } from './server.js';
import { type Subscription, subscriptionOf } from './use-subscriptions.js';

/** A valid subscription, with what its document costs. */
export type Accepted = { subscription: Subscription } & Pick<Call, 'cost' | 'documentName'>;

/** Characters of the requests whose subscriptions are kept; each is parsed to up to a hundred bytes. */
const KEPT_LENGTH = 100_000;

export function createAsk(graphql: Pick<GraphqlServer, 'fetch'>) {
  const accepted = new LRUCache<string, Accepted>({
    maxSize: KEPT_LENGTH,
    sizeCalculation: (_subscription, sent) => sent.length,
  });
  const turns = createTurns();

  async function parse(call: Call, body: string | null, sent: string | null): Promise<Response | Accepted> {
    const response = await graphql.fetch(call, body);
    const subscription = subscriptionOf(call);
    if (!subscription) return response;
    const { cost, documentName } = call;
    if (sent !== null) accepted.set(sent, { subscription, cost, documentName });
    return { subscription, cost, documentName };
  }

  return async function ask(call: Call, body: string | null): Promise<Response | Accepted> {
    if (!takesEvents(call.header('accept'))) return graphql.fetch(call, body);
    // A client that takes JSON as well sends a query: nothing is gained by waiting for an equal one.
    if (takesJson(call.header('accept'))) return parse(call, body, null);
    const sent = `${call.method} ${call.url?.search}\n${body}`;
    return accepted.get(sent) ?? turns.take(call, async () => accepted.get(sent) ?? parse(call, body, sent));
  };
}
