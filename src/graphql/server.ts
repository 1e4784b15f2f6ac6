// The GraphQL face. Callers are already authenticated; what is refused here is the document: its form, its limits.
import { createYoga } from 'graphql-yoga';
import { type Context, createContext, type Services } from '../context.js';
import type { ErrorLog } from '../errors.js';
import { createMaskError } from './mask-error.js';
import { schema } from './schema.js';

export type GraphqlServer = { fetch(request: Request): Promise<Response> };

export const GRAPHQL_PATH = '/graphql';

export function createGraphqlServer(services: Services, log: ErrorLog): GraphqlServer {
  const yoga = createYoga<object, Context>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    context: () => createContext(services),
    maskedErrors: { maskError: createMaskError(log) },
    logging: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    // CORS is the same for every answer of the service, and Yoga's health check would answer any address that
    // ends like its own: both are settled before a request gets here.
    cors: false,
    healthCheckEndpoint: '\n',
  });
  return { fetch: async (request) => yoga.fetch(request, {}) };
}
