// The GraphQL server for callers' own documents. Callers are already authenticated; what is checked here is the
// document: its form and its limits.
import type { DocumentNode, ExecutionResult } from 'graphql';
import { createYoga, type FetchAPI, type Plugin, processRegularResult } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Limits } from '../config.js';
import type { ToApiError } from '../errors.js';
import type { Services } from '../graphql/builder/context.js';
import { bodyTooLarge, useLimits } from '../graphql/limits/limits.js';
import { useExecution } from '../graphql/run/execute.js';
import { callersSchema } from '../graphql/schema/schema.js';
import type { Call } from '../http/call.js';
import { GRAPHQL_PATH } from '../http/endpoint.js';
import { graphqlMediaType } from '../http/graphql-media-type.js';
import { createPresent, useErrors } from './use-errors.js';
import { useSubscriptions } from './use-subscriptions.js';

export type GraphqlServer = {
  /** `body` is that of a POST, which is JSON; null for other methods. */
  fetch(call: Call, body: string | null): Promise<Response>;
  /** Builds the response that `fetch` would give for this result; `id` is the request id. */
  respond(result: ExecutionResult, accept: string | null, id: string): Response;
};

export function createGraphqlServer(
  services: Services,
  toApiError: ToApiError,
  limits: Limits,
  plugins: Plugin[],
  own: ReadonlySet<DocumentNode> = new Set(),
): GraphqlServer {
  const present = createPresent(toApiError, bodyTooLarge(limits));
  const yoga = createYoga<object, Services>({
    schema: callersSchema,
    graphqlEndpoint: GRAPHQL_PATH,
    context: services,
    // The last plugin is the outermost: execution runs within the cost limit, and that within the gate.
    plugins: [useExecution(services), useLimits(limits, own), useErrors(present), ...plugins, useSubscriptions(limits)],
    // useErrors masks errors, because it knows the request id.
    maskedErrors: false,
    logging: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: limits.bodyBytes,
    // Errors of refused documents are not cached.
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: { get: () => null, set: () => null },
    },
    // CORS headers are the same for every response of the service, and Yoga's health check would answer any path that
    // ends like its own: both are handled before a request gets here.
    cors: false,
    healthCheckEndpoint: '\n',
  });
  return {
    async fetch(call, body) {
      return yoga.fetch(requestOf(call, body, yoga.fetchAPI), { call });
    },
    respond(result, accept, id) {
      return processRegularResult(present(result, accept, id), { Response } as FetchAPI, graphqlMediaType(accept));
    },
  };
}

/** HEAD is handled like GET. */
function requestOf({ method, rawUrl, headers }: Call, body: string | null, fetchAPI: FetchAPI): Request {
  const request = new fetchAPI.Request(rawUrl, {
    method: method === 'POST' ? 'POST' : 'GET',
    // Yoga ignores weights.
    headers: { ...(headers as HeadersInit), accept: graphqlMediaType(headers.accept ?? null) },
    body,
  });
  // Media types are case-insensitive, and Yoga compares them exactly.
  if (body !== null) request.headers.set('content-type', 'application/json');
  return request;
}

/** A parsed token takes about half a kilobyte. White space and comments are not tokens, but the text is kept too. */
export const createDocumentCache = (maxTokens = 50_000) =>
  new LRUCache<string, DocumentNode>({
    maxSize: maxTokens,
    sizeCalculation: ({ tokenCount = 0 }, text) => Math.round(tokenCount + text.length / 500) || 1,
  });
