// The whole pipeline on one screen: a request is authenticated, then answered by the face it asks for. All failures
// leave by one exit.
import { type Auth, createAuth } from './auth.js';
import { type Config, LIMITS } from './config.js';
import type { Db } from './db/client.js';
import { readCursorSecret } from './db/cursor-secret.js';
import { ApiError, type ErrorLog, errorBody, errors, maskUnexpected } from './errors.js';
import { schema } from './graphql/schema.js';
import { createGraphqlServer, GRAPHQL_PATH, type GraphqlServer } from './graphql/server.js';
import { createCursors } from './page.js';
import { BUNDLE_SCHEMA_PATH, bundleSchemaResponse } from './pages/bundle-schema.js';
import { createGraphiql, type Graphiql, wantsGraphiql } from './pages/graphiql.js';
import { readPersistedOperations } from './website/persisted.js';
import { usePersisted } from './website/use-persisted.js';

export type App = {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
};

export type AppDeps = {
  config: Pick<Config, 'siteUrl' | 'cursorSecret' | 'cursorLifetimeMs'> &
    Partial<Pick<Config, 'persistedOnly' | 'limits'>>;
  db: Db;
  log: ErrorLog;
  now?: () => number;
};

export async function createApp({ config, db, log, now = Date.now }: AppDeps): Promise<App> {
  const { persistedOnly = false, limits = LIMITS } = config;
  const secret = config.cursorSecret ?? (await readCursorSecret(db.sql));
  const cursors = createCursors({ secret, lifetimeMs: config.cursorLifetimeMs, now });
  const services = { prisma: db.prisma, sql: db.sql, siteUrl: config.siteUrl, cursors };
  const persisted = usePersisted(readPersistedOperations(schema), persistedOnly);
  const graphql = createGraphqlServer(services, log, limits, [persisted]);
  const graphiql = persistedOnly ? null : createGraphiql(db.sql);
  const auth = createAuth(db);
  return {
    async fetch(request) {
      try {
        return await answer(request, auth, graphql, graphiql);
      } catch (error) {
        return errorResponse(error instanceof ApiError ? error : maskUnexpected(error, log));
      }
    },
    close: () => auth.close(),
  };
}

async function answer(
  request: Request,
  auth: Auth,
  graphql: GraphqlServer,
  graphiql: Graphiql | null,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === BUNDLE_SCHEMA_PATH) return bundleSchemaResponse();
  if (pathname === GRAPHQL_PATH && graphiql && wantsGraphiql(request)) return graphiql.fetch(request);
  await auth.keyIdOf(request.headers.get('authorization'));
  if (pathname === GRAPHQL_PATH) return graphql.fetch(request);
  throw errors.unknownPath();
}

function errorResponse(error: ApiError): Response {
  return Response.json(errorBody(error), {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(error.status === 401 && { 'www-authenticate': 'Bearer' }),
    },
  });
}
