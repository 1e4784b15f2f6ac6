// The GraphQL endpoint. Persisted operations, of REST and of the website, are run here, and their answers remembered unless they have
// errors. A request for anything else, or one with a mistake, is passed on to the GraphQL server as it is.
import { getOperationAST, getVariableValues } from 'graphql';
import type { Limits } from '../config.js';
import type { Gate } from '../entrance/gate.js';
import { errors } from '../errors.js';
import { bodyTooLarge, costOfBody } from '../graphql/limits/limits.js';
import { schema } from '../graphql/schema/schema.js';
import { alwaysHeaders, createAnswer, replyOf } from '../http/answer.js';
import { readBody } from '../http/body.js';
import type { Call } from '../http/call.js';
import { compressedReply } from '../http/compressed.js';
import { type Endpoint, GRAPHQL_PATH } from '../http/endpoint.js';
import { graphqlMediaType, takesJson } from '../http/graphql-media-type.js';
import { LoopQueue } from '../http/loop-queue.js';
import { ALL_METHODS } from '../http/methods.js';
import { readAfterOf } from '../http/read-after.js';
import { BUSY, type Reply } from '../http/reply.js';
import { byId, idOf, type Params } from '../operations/operation-id.js';
import type { PersistedOperation } from '../operations/persisted.js';
import type { Result, Runner, Variables } from '../operations/run.js';
import { eventsReply } from '../streams/result-events.js';
import { takesEvents } from '../streams/sse.js';
import { createAsk } from './ask.js';
import { resultOf, withCost } from './refused.js';
import type { GraphqlServer } from './server.js';
import type { Subscription } from './use-subscriptions.js';

export type GraphqlEndpointOptions = {
  operations: PersistedOperation[];
  runner: Runner;
  gate: Pick<Gate, 'isFull'>;
  graphql: GraphqlServer;
  limits: Pick<Limits, 'cost' | 'bodyBytes'>;
  subscriptions: {
    open(call: Call, subscription: Subscription): Promise<Reply>;
  };
};

/** Its media type depends on what the client accepts. */
const ALWAYS = alwaysHeaders({ vary: 'Accept, Accept-Encoding' });

type PersistedRequest = { operation: PersistedOperation; variables: Variables };

export function graphqlEndpoint({
  operations,
  runner,
  gate,
  graphql,
  limits,
  subscriptions,
}: GraphqlEndpointOptions): Endpoint {
  const known = byId(operations);
  const tooLarge = bodyTooLarge(limits);
  const ask = createAsk(graphql);
  const bodies = new LoopQueue();

  async function bodyOf(call: Call): Promise<string | null> {
    if (call.method !== 'POST') return null;
    if (!isJson(call.header('content-type'))) throw errors.notJson();
    return readBody(call, limits.bodyBytes, tooLarge);
  }

  async function answerPersisted(call: Call, { operation, variables }: PersistedRequest): Promise<Reply> {
    const accept = call.header('accept');
    const type = graphqlMediaType(accept);
    const toAnswer = (result: Result) => {
      const about = { route: call.route, operation: operation.name };
      const json = JSON.stringify(withCost(result, limits.cost));
      return createAnswer(about, [json], ['content-type', `${type}; charset=utf-8`], ALWAYS);
    };
    const key = [call.baseUrl, operation.hash, type, JSON.stringify(variables)].join('\n');
    try {
      return await replyOf(await runner.answer({ operation, variables, key, call }, toAnswer), call);
    } catch (error) {
      if (call.signal.aborted) throw error;
      return compressedReply(graphql.respond(resultOf(error), accept, call.id), call.header('accept-encoding'));
    }
  }

  return {
    path: GRAPHQL_PATH,
    methods: ALL_METHODS,
    access: 'key',
    form: 'graphql',
    async handle(call) {
      const coding = (call.header('content-encoding') ?? '').trim().toLowerCase();
      if (coding !== '' && coding !== 'identity') throw errors.encodedBody();
      call.readAfter = readAfterOf(call);
      if (call.method !== 'POST') expectOnce(call.url);
      const body = await bodyOf(call);
      call.raiseCost(costOfBody(call));
      await bodies.turnOf(call.lane);
      if (body !== null && nestsDeeply(body)) throw errors.badRequest(`The body nests more than ${NESTING_MAX} levels`);
      const asEvents = takesEvents(call.header('accept')) && !takesJson(call.header('accept'));
      const persisted = asEvents ? null : persistedIn(call, body, known);
      if (persisted) return answerPersisted(call, persisted);
      // The gate would refuse it too, after a millisecond of work.
      if (gate.isFull(call.lane)) throw BUSY;
      const response = await ask(call, body);
      if ('subscription' in response) {
        call.documentName = response.documentName;
        const reply = await subscriptions.open(call, response.subscription);
        call.cost = Math.max(call.cost, response.cost);
        return reply;
      }
      // A client that accepts only events takes any other status for a connection failure, and would retry.
      if (asEvents && response.status < 500) return eventsReply(await response.text());
      return compressedReply(response, call.header('accept-encoding'));
    },
  };
}

/** Deeper than any variables: parsing and discarding what nests thousands of levels takes long. */
const NESTING_MAX = 64;

function nestsDeeply(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === BRACKET || code === BRACE) {
      depth += 1;
      if (depth > NESTING_MAX) return true;
    } else if (code === BRACKET_END || code === BRACE_END) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

const JSON_TYPES: readonly (string | undefined)[] = ['application/json', 'application/graphql+json'];

const isJson = (type: string | null) => JSON_TYPES.includes(type?.split(';')[0]?.trim().toLowerCase());

/** Null unless the request is a valid one for a persisted operation: the GraphQL server reports errors. */
function persistedIn(
  call: Call,
  body: string | null,
  known: ReadonlyMap<unknown, PersistedOperation>,
): PersistedRequest | null {
  const params = readParams(call, body);
  const operation = params?.query == null ? known.get(params && idOf(params)) : undefined;
  if (!operation || (params?.operationName ?? operation.name) !== operation.name) return null;
  const definition = getOperationAST(operation.document);
  if (definition?.operation !== 'query') return null;
  const definitions = definition.variableDefinitions ?? [];
  const { variables = null } = params ?? {};
  if (variables !== null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
  const { coerced } = getVariableValues(schema, definitions, (variables ?? {}) as Variables, { maxErrors: 1 });
  return coerced ? { operation, variables: coerced } : null;
}

function readParams({ method, url }: Call, body: string | null): Params | null {
  try {
    return method === 'POST' ? (JSON.parse(body ?? 'null') as Params | null) : url && inAddress(url);
  } catch {
    return null;
  }
}

const PARAMETERS = ['query', 'documentId', 'operationName', 'variables', 'extensions'];

function expectOnce(url: URL | null): void {
  const repeated = PARAMETERS.find((name) => (url?.searchParams.getAll(name) ?? []).length > 1);
  if (repeated !== undefined) throw errors.repeated(repeated);
}

function inAddress({ searchParams }: URL): Params {
  const plain = (name: string) => searchParams.get(name);
  const json = (name: string) => JSON.parse(searchParams.get(name) ?? 'null');
  return {
    query: plain('query'),
    documentId: plain('documentId'),
    operationName: plain('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}
