// Subscriptions as server-sent events, in the protocol of graphql-sse and Yoga: `next` with a result, `complete` at the
// end. The GraphQL server's own implementation is not used: it would run the operation per subscriber, and could not
// send the same bytes to all of them.
import type { Turns } from '../entrance/turns.js';
import { ApiError } from '../errors.js';
import { causeOf } from '../graphql/document/locate.js';
import type { GraphqlServer } from '../graphql-http/server.js';
import type { Subscription } from '../graphql-http/use-subscriptions.js';
import { type Answer, createAnswer } from '../http/answer.js';
import type { Call } from '../http/call.js';
import { followedReadAfter, readAfterOf } from '../http/read-after.js';
import { jsonReply, type Reply } from '../http/reply.js';
import type { Operation, Result, Runner } from '../operations/run.js';
import { createFollow, type FollowOptions } from '../streams/follow.js';
import { followStream, type StreamForm } from '../streams/follow-stream.js';
import { createPageReader, PAGES, type Page, type PageBookmark, type PageContent } from '../streams/pages.js';
import { eventsReply, lastEvents, NEXT } from '../streams/result-events.js';
import { SHARED_COST } from '../streams/shared-cost.js';
import { type Bookmark, createValue, type Source, type Value, valueKind } from '../streams/source.js';
import { type Bytes, COMMENT, comeBack } from '../streams/sse.js';
import type { Streams } from '../streams/streams.js';
import { changesIn, type FollowedChanges, pageIn } from './changes.js';

export type Subscriptions = {
  /** Returns a stream of the operation's results, or an error response. */
  open(call: Call, subscription: Subscription): Promise<Reply>;
};

export type SubscriptionsOptions = FollowOptions & {
  runner: Runner;
  streams: Streams;
  /** In which the streams of a key are opened. */
  openings: Turns;
  graphql: Pick<GraphqlServer, 'respond'>;
  costLimit: number;
};

/** Minimum time between two runs of a query, whatever changes. */
const PACE_MS = 250;

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const { runner, streams, openings, graphql, feed, costLimit } = options;
  const followQueries = createFollow<Bookmark, Value>(
    valueKind((tookMs) => PACE_MS - tookMs),
    options,
  );
  const followChanges = createFollow<PageBookmark, Page>(PAGES, options);
  const readPage = createPageReader<Result, PageContent>(followChanges.heard);

  function toAnswer({ cost, ...result }: Result): Answer {
    // What was refused before it ran has no cost.
    const whole = cost === null ? result : { ...result, extensions: { cost: { requested: cost, limit: costLimit } } };
    if (result.errors) throw new Unanswered(whole);
    return createAnswer(ABOUT, [NEXT[0], JSON.stringify(whole), NEXT[1]], []);
  }

  /** The first answer is the client's own; later ones are for all who follow. */
  function querySource({ baseUrl }: Call, { document, hash, variables }: Subscription): Source<Bookmark, Value> {
    const key = ['live', baseUrl, hash, JSON.stringify(variables)].join('\n');
    const operation: Operation = { name: null, document, isCallers: true };
    async function ask(call: Call): Promise<Value> {
      call.signal.throwIfAborted();
      call.readAfter ??= followedReadAfter(feed);
      const heard = followQueries.heard();
      const answer = await runner.answer({ operation, variables, key, call, repeatable: false }, toAnswer);
      return createValue(answer.hash, answer.bytes, heard);
    }
    return {
      key,
      topics: runner.topicsOf(operation, variables),
      read: (from, call) => (from === null ? ask(call) : ask(call).catch(refuse(call))),
    };
  }

  function changesSource({ baseUrl }: Call, changes: FollowedChanges): Source<PageBookmark, Page> {
    const { document, hash, variables, key: field, since, position } = changes;
    const operation: Operation = { name: null, document, isCallers: true };
    const keyOf = (at: object) => ['changes', baseUrl, hash, JSON.stringify(at)].join('\n');
    const ask = (from: PageBookmark | null, call: Call) => {
      const cursor = from?.position ?? since;
      const at = cursor === null ? variables : { ...variables, [position]: cursor };
      const request = { operation, variables: at, key: keyOf(at), call, repeatable: false };
      return readPage(
        from,
        (make) => runner.answer(request, make),
        (result) => pageIn(toAnswer(result), result.data, field),
      );
    };
    const reason = (error: unknown) => {
      throw error instanceof Unanswered ? error.reason() : error;
    };
    const read: Source<PageBookmark, Page>['read'] = (from, call) =>
      from === null ? ask(from, call) : ask(from, call).catch(reason);
    return { key: keyOf(variables), topics: null, read };
  }

  const refuse = (call: Call) => async (error: unknown) => {
    const result = error instanceof Unanswered ? error.result : { errors: [error as never] };
    const response = await graphql.respond(result, 'application/json', call.id);
    throw new Refusal(response.status, await response.text());
  };

  async function follow(call: Call, subscription: Subscription): Promise<() => Reply> {
    const changes = changesIn(subscription);
    if (changes) {
      const source = changesSource(call, changes);
      const first = await source.read(null, call);
      return () => followStream(call, first, source, PAGE_FORM, { streams, follow: followChanges });
    }
    const source = querySource(call, subscription);
    const first = await source.read(null, call);
    return () => followStream(call, first, source, VALUE_FORM, { streams, follow: followQueries });
  }

  return {
    async open(call, subscription) {
      // EventSource always sends `cache-control: no-cache`; a stream is never cached, so only X-Read-After counts.
      call.readAfter = call.header('x-read-after') === null ? null : readAfterOf(call);
      call.cost = SHARED_COST;
      try {
        const stream = await openings.take(call, () => follow(call, subscription)).catch(refuse(call));
        return stream();
      } catch (error) {
        if (error instanceof Refusal) return refusalReply(error);
        throw error;
      }
    },
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

/** The error response to a query. */
class Refusal extends ApiError {
  constructor(
    status: number,
    readonly body: string,
  ) {
    super(status, 'INTERNAL_ERROR', body);
  }
}

/** Temporary failures are reported by the status, so that clients retry. */
function refusalReply({ status, body }: Refusal): Reply {
  if (status >= 503) return jsonReply(status, { 'retry-after': '2' }, JSON.parse(body));
  return eventsReply(body);
}

/** When the service stops, clients must reconnect to another process, so no `complete` is sent. */
function last(error: ApiError | null): Bytes {
  if (!error) return comeBack();
  if (error instanceof Refusal) return lastEvents(error.body);
  const { message, code, headers } = error;
  const seconds = headers['retry-after'];
  const extensions = { code, ...(seconds !== undefined && { retryAfter: Number(seconds) }) };
  return lastEvents(JSON.stringify({ errors: [{ message, extensions }] }));
}

const FORM = { beat: () => COMMENT, last, idleMs: null };
const VALUE_FORM: StreamForm<Value> = { ...FORM, bytes: ({ bytes }) => bytes };
const PAGE_FORM: StreamForm<Page> = { ...FORM, bytes: ({ answer }) => answer.bytes };
