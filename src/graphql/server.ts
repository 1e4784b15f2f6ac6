// The GraphQL face. Callers are already authenticated; what is refused here is the document: its form, its limits.
import type { DocumentNode } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Limits } from '../config.js';
import type { Services } from '../context.js';
import { errors } from '../errors.js';
import { GRAPHQL_PATH } from '../http/face.js';
import type { ToApiError } from '../to-api-error.js';
import { bodyTooLarge, useLimits } from './limits.js';
import { createDocumentCache } from './limits-cache.js';
import { useOneDatabase } from './one-database.js';
import { schema } from './schema.js';
import { useErrors } from './use-errors.js';

export type GraphqlServer = { fetch(request: Request, context?: object): Promise<Response> };

export function createGraphqlServer(
  services: Services,
  toApiError: ToApiError,
  limits: Limits,
  plugins: Plugin[],
  own: ReadonlySet<DocumentNode> = new Set(),
): GraphqlServer {
  const yoga = createYoga<object, Services>({
    schema,
    graphqlEndpoint: `${GRAPHQL_PATH}{/}?`,
    context: services,
    // The last one is the outermost: what reads is within the gate.
    plugins: [
      useLimits(limits, own),
      useErrors(toApiError, bodyTooLarge(limits)),
      useOneDatabase(services),
      ...plugins,
    ],
    // Done by useErrors, which knows whose request it is.
    maskedErrors: false,
    logging: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: limits.bodyBytes,
    // A document that was refused is not worth remembering.
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: { get: () => null, set: () => null },
    },
    // CORS is the same for every answer of the service, and Yoga's health check would answer any address that
    // ends like its own: both are settled before a request gets here.
    cors: false,
    healthCheckEndpoint: '\n',
  });
  return {
    async fetch(request, context = {}) {
      const response = await yoga.fetch(request, context);
      // Said by the status alone.
      if (response.status === 415) throw errors.notJson();
      return response;
    },
  };
}
