// Subscriptions as server-sent events, in the protocol of graphql-sse and Yoga: `next` with a result, `complete` at the
// end. The GraphQL server's own implementation is not used: it would run the operation per subscriber, and could not
// send the same bytes to all of them.

import type { ApiError, ToApiError } from '../errors.js';
import { causeOf } from '../graphql/document/locate.js';
import type { GraphqlServer } from '../graphql-http/server.js';
import type { Subscription } from '../graphql-http/use-subscriptions.js';
import { type Answer, createAnswer } from '../http/answer.js';
import { type Call, sharedCall } from '../http/call.js';
import { followedReadAfter, type ReadAfter, readAfterOf } from '../http/read-after.js';
import { jsonReply, type Reply } from '../http/reply.js';
import type { Sink } from '../http/stream.js';
import type { Feed } from '../invalidation/feed.js';
import type { News } from '../invalidation/news.js';
import type { Operation, Result, Runner } from '../operations/run.js';
import { createFollowPages } from '../streams/follow-pages.js';
import { ending, eventsReply, NEXT } from '../streams/result-events.js';
import { SHARED_COST } from '../streams/shared-cost.js';
import { type Bytes, COMMENT, comeBack } from '../streams/sse.js';
import { streamPages } from '../streams/stream-pages.js';
import type { Streams } from '../streams/streams.js';
import type { FollowedPage } from '../streams/tail.js';
import { type ChangesPage, changesIn, type FollowedChanges, placeIn } from './changes.js';
import { createSharedQueries } from './shared-queries.js';
import { createSharedQuery, type Outcome, type Refused, type SharedQuery } from './shared-query.js';
import { createTurns } from './turns.js';

export type Subscriptions = {
  /** Returns a stream of the operation's results, or an error response. */
  open(call: Call, subscription: Subscription): Promise<Reply>;
  close(): void;
};

export type SubscriptionsOptions = {
  runner: Runner;
  streams: Streams;
  graphql: Pick<GraphqlServer, 'respond'>;
  feed: Pick<Feed, 'isLive' | 'subscribe'>;
  news: News;
  toApiError: ToApiError;
  /** Charges the call for its latest work; returns a 429 if the budget is exhausted. */
  pay(call: Call): ApiError | null;
  costLimit: number;
};

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { runner, streams, graphql, feed, news, toApiError, pay, costLimit } = options;
  const followPages = createFollowPages<ChangesPage>({ news, toApiError, pay });
  const places = new WeakMap<Answer, Omit<FollowedPage, 'heard'>>();
  const queries = createSharedQueries(feed);
  const turns = createTurns();

  function toAnswer({ cost, ...result }: Result): Answer {
    // What was refused before it ran has no cost.
    const whole = cost === null ? result : { ...result, extensions: { cost: { requested: cost, limit: costLimit } } };
    if (result.errors) throw new Unanswered(whole);
    return createAnswer(ABOUT, [NEXT[0], JSON.stringify(whole), NEXT[1]], []);
  }

  function queryOf({ baseUrl }: Call, { document, hash, variables }: Subscription): SharedQuery {
    const key = ['live', baseUrl, hash, JSON.stringify(variables)].join('\n');
    const operation: Operation = { name: null, document, isCallers: true };
    async function ask(readAfter: ReadAfter, keyId: number | null): Promise<Outcome> {
      // Belongs to no single client, because that client may leave.
      const call = sharedCall({ baseUrl, keyId });
      call.readAfter = readAfter ?? followedReadAfter(feed);
      try {
        const answer = await runner.answer({ operation, variables, key, call }, toAnswer);
        return { answer, cost: Math.max(SHARED_COST, call.cost) };
      } catch (error) {
        return { refused: await refused(error, call.id) };
      }
    }
    return queries.of(key, () =>
      createSharedQuery({ topics: runner.topicsOf(operation, variables), isLive: feed.isLive, ask, turns }),
    );
  }

  function follow(query: SharedQuery, call: Call, sink: Sink): () => void {
    const leave = query.follow({
      keyId: call.keyId,
      give: (answer) => sink.send(answer.bytes),
      pay(cost) {
        if (cost === 0) return;
        call.cost = cost;
        const refused = pay(call);
        if (refused) end(last(refused));
      },
      refuse: ({ body }) => end(ending(body)),
    });
    function end(bytes: Bytes): void {
      leave();
      sink.send(bytes);
      sink.end();
    }
    return leave;
  }

  async function followChanges(call: Call, changes: FollowedChanges): Promise<Reply> {
    const { document, hash, variables, key: field, since, position } = changes;
    const operation: Operation = { name: null, document, isCallers: true };
    const base = ['changes', call.baseUrl, hash];
    const read = async (cursor: string | null, call: Call): Promise<ChangesPage> => {
      const heard = news.heard();
      const began = performance.now();
      const at = cursor === null ? variables : { ...variables, [position]: cursor };
      const key = [...base, JSON.stringify(at)].join('\n');
      call.cost = 1;
      const answer = await runner.answer({ operation, variables: at, key, call, repeatable: false }, (result) => {
        const made = toAnswer(result);
        places.set(made, { ...placeIn(result.data, field), began, ended: performance.now() });
        return made;
      });
      const place = places.get(answer);
      if (!place) throw new Error('A page of changes has no place');
      return { ...place, answer, heard };
    };
    const readOn = (cursor: string, call: Call) =>
      read(cursor, call).catch((error) => {
        throw error instanceof Unanswered ? error.reason() : error;
      });
    const pages = { key: [...base, JSON.stringify(variables)].join('\n'), read: readOn };
    return streamPages(call, await read(since, call), pages, FORM, { streams, followPages, toApiError });
  }

  const refused = (error: unknown, id: string) => {
    const result = error instanceof Unanswered ? error.result : { errors: [error as never] };
    return refusedBy(graphql.respond(result, 'application/json', id));
  };

  return {
    async open(call, subscription) {
      try {
        const changes = changesIn(subscription);
        if (changes) return await followChanges(call, changes);
      } catch (error) {
        return refusalReply(await refused(error, call.id));
      }
      // EventSource always sends `cache-control: no-cache`; a stream is never cached, so only X-Read-After counts.
      const readAfter = call.header('x-read-after') === null ? null : readAfterOf(call);
      const query = queryOf(call, subscription);
      const outcome = await query.newest(readAfter, call.keyId);
      if ('refused' in outcome) return refusalReply(outcome.refused);
      call.cost = outcome.cost;
      call.remembered = outcome.cost === SHARED_COST;
      return streams.open(call, { start: (sink) => follow(query, call, sink), beat: () => COMMENT, last });
    },
    close: queries.close,
  };
}

const ABOUT = { route: '/graphql', operation: 'subscription' };

/** A result with errors, which is not remembered. */
class Unanswered extends Error {
  constructor(readonly result: Pick<Result, 'errors'>) {
    super();
  }

  reason(): unknown {
    return causeOf(this.result.errors?.[0]);
  }
}

const refusedBy = async (response: Response): Promise<Refused> => ({
  status: response.status,
  body: await response.text(),
});

/** Temporary failures are reported by the status, so that clients retry. */
function refusalReply({ status, body }: Refused): Reply {
  if (status >= 503) return jsonReply(status, { 'retry-after': '2' }, JSON.parse(body));
  return eventsReply(body);
}

/** When the service stops, clients must reconnect to another process, so no `complete` is sent. */
function last(error: ApiError | null): Bytes {
  if (!error) return comeBack();
  const { message, code, headers } = error;
  const seconds = headers['retry-after'];
  const extensions = { code, ...(seconds !== undefined && { retryAfter: Number(seconds) }) };
  return ending(JSON.stringify({ errors: [{ message, extensions }] }));
}

/** How pages of changes are sent. */
const FORM = { page: ({ answer }: ChangesPage) => answer.bytes, beat: () => COMMENT, last, idleMs: null };
