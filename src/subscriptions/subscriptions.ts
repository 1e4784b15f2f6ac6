// Subscriptions as server-sent events, in the protocol of graphql-sse and Yoga: `next` with a result, `complete` at the
// end. The GraphQL server's own implementation is not used: it would run the operation per subscriber, and could not
// send the same bytes to all of them.
import type { DocumentNode } from 'graphql';
import type { Turns } from '../entrance/turns.js';
import { ApiError, errors } from '../errors.js';
import { resultOf, withCost } from '../graphql-http/refused.js';
import type { GraphqlServer } from '../graphql-http/server.js';
import type { Subscription } from '../graphql-http/use-subscriptions.js';
import { type Answer, createAnswer } from '../http/answer.js';
import type { Call } from '../http/call.js';
import { readAfterOf } from '../http/read-after.js';
import { jsonReply, type Reply } from '../http/reply.js';
import type { Result, Runner, Variables } from '../operations/run.js';
import type { Follow, Form } from '../streams/follow.js';
import { type Item, LOG, type Source, VALUE } from '../streams/groups.js';
import { eventsReply, lastEvents, NEXT } from '../streams/result-events.js';
import { type Bytes, COMMENT, comeBack } from '../streams/sse.js';
import { changesIn, type FollowedChanges } from './changes.js';

export type Subscriptions = {
  /** Returns a stream of the operation's results, or an error response. */
  open(call: Call, subscription: Subscription): Promise<Reply>;
};

export type SubscriptionsOptions = {
  runner: Runner;
  follow: Follow;
  turns: Turns;
  graphql: Pick<GraphqlServer, 'respond'>;
  costLimit: number;
};

type Asked = { document: DocumentNode; variables: Variables; key: string };

type SentItem = Answer & Item;

/** Minimum time between two runs of a query, whatever changes. */
const PACE_MS = 250;
/** Cost of an answer that needs no work. */
const REMEMBERED_COST = 1;

export function createSubscriptions({
  runner,
  follow,
  turns,
  graphql,
  costLimit,
}: SubscriptionsOptions): Subscriptions {
  /** The answer belongs to all who follow, whoever began. */
  async function ask(asked: Asked, call: Call, toItem: (answer: Answer, data: Result['data']) => SentItem) {
    const { document, variables, key } = asked;
    const operation = { name: null, document, isCallers: true };
    const make = (result: Result) => {
      const json = JSON.stringify(withCost(result, costLimit));
      return toItem(createAnswer(ABOUT, [NEXT[0], json, NEXT[1]], []), result.data);
    };
    try {
      const { value, tags } = await runner.ask({ operation, variables, key, call, repeatable: false }, make);
      return { value: value as SentItem, tags };
    } catch (error) {
      const response = await graphql.respond(resultOf(error), 'application/json', call.id);
      throw new Refusal(response.status, await response.text());
    }
  }

  function valueSource({ baseUrl }: Call, { document, hash, variables }: Subscription): Source<SentItem> {
    const key = ['live', baseUrl, hash, JSON.stringify(variables)].join('\n');
    const toItem = (answer: Answer) => Object.assign(answer, { position: answer.hash, more: false, isEmpty: false });
    return {
      ...VALUE,
      key,
      restMs: (tookMs) => PACE_MS - tookMs,
      read: (_from, call) => ask({ document, variables, key }, call, toItem),
    };
  }

  function changesSource({ baseUrl }: Call, changes: FollowedChanges): Source<SentItem> {
    const { document, hash, variables: others, alias, since, position } = changes;
    const keyOf = (variables: Variables) => ['changes', baseUrl, hash, JSON.stringify(variables)].join('\n');
    return {
      ...LOG,
      key: keyOf(others),
      read(from, call) {
        const cursor = from ?? since;
        const variables = cursor === null ? others : { ...others, [position]: cursor };
        const asked = { document, variables, key: keyOf(variables) };
        return ask(asked, call, (answer, data) => pageOf(answer, data?.[alias]));
      },
    };
  }

  return {
    async open(call, subscription) {
      // EventSource always sends `cache-control: no-cache`; a stream is never cached, so only X-Read-After counts.
      call.readAfter = call.header('x-read-after') === null ? null : readAfterOf(call);
      call.cost = REMEMBERED_COST;
      const begin = async () => {
        const changes = changesIn(subscription);
        return follow.begin(call, changes ? changesSource(call, changes) : valueSource(call, subscription));
      };
      try {
        return follow.stream(call, await turns.take(call, begin), FORM);
      } catch (error) {
        if (error instanceof Refusal) return refusalReply(error);
        throw error;
      }
    },
  };
}

const ABOUT = { route: '/graphql', operation: 'subscription' };

/** A result as a page; throws a 400 if the fields that tell its position were not selected. */
function pageOf(answer: Answer, changes: unknown): SentItem {
  const { next, upToDate, nodes } = (changes ?? {}) as Record<string, unknown>;
  if (typeof next !== 'string' || typeof upToDate !== 'boolean' || !Array.isArray(nodes))
    throw errors.missingPositionFields();
  return Object.assign(answer, { position: next, more: !upToDate, isEmpty: nodes.length === 0 });
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

const FORM: Form<SentItem> = { bytes: ({ bytes }) => bytes, beat: () => COMMENT, last };
