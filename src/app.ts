// The whole pipeline on one screen: a request is authenticated, then answered by the face it asks for. All failures
// leave by one exit.
import { type Auth, createAuth } from './auth.js';
import { type BaseUrl, createBaseUrl } from './base-url.js';
import { type Config, LIMITS } from './config.js';
import { preflightResponse, withCors } from './cors.js';
import type { Db } from './db/client.js';
import { readCursorSecret } from './db/cursor-secret.js';
import { ApiError, type ErrorLog, errors, maskUnexpected } from './errors.js';
import { createRun } from './graphql/execute.js';
import { schema } from './graphql/schema.js';
import { createGraphqlServer, GRAPHQL_PATH, type GraphqlServer } from './graphql/server.js';
import { errorResponse } from './json-response.js';
import { ALL_METHODS, READ_METHODS } from './methods.js';
import { createCursors } from './page.js';
import { createPages, type Pages } from './pages/pages.js';
import { createRest, REST_PREFIX, type Rest } from './rest/handler.js';
import { createOpenapi } from './rest/openapi.js';
import { readRoutes } from './rest/routes.js';
import { readPersistedOperations } from './website/persisted.js';
import { usePersisted } from './website/use-persisted.js';

export type App = {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
};

export type AppDeps = {
  config: Pick<Config, 'siteUrl' | 'cursorSecret' | 'cursorLifetimeMs'> &
    Partial<Pick<Config, 'publicUrl' | 'trustProxy' | 'persistedOnly' | 'limits'>>;
  db: Db;
  log: ErrorLog;
  now?: () => number;
};

type Parts = {
  auth: Auth;
  baseUrl: BaseUrl;
  rest: Rest;
  graphql: GraphqlServer;
  pages: Pages;
};

export async function createApp({ config, db, log, now = Date.now }: AppDeps): Promise<App> {
  const { publicUrl = null, trustProxy = false, persistedOnly = false, limits = LIMITS } = config;
  const secret = config.cursorSecret ?? (await readCursorSecret(db.sql));
  const cursors = createCursors({ secret, lifetimeMs: config.cursorLifetimeMs, now });
  const services = { prisma: db.prisma, sql: db.sql, siteUrl: config.siteUrl, cursors };
  const persisted = usePersisted(readPersistedOperations(schema), persistedOnly);
  const routes = readRoutes(schema);
  const parts: Parts = {
    auth: createAuth(db),
    baseUrl: createBaseUrl({ publicUrl, trustProxy }),
    rest: createRest(routes, createRun(services, log)),
    graphql: createGraphqlServer(services, log, limits, [persisted]),
    pages: createPages(db.sql, { graphiql: !persistedOnly, openapi: createOpenapi(routes) }),
  };
  return {
    async fetch(request) {
      const response = await answer(request, parts).catch((error) =>
        errorResponse(error instanceof ApiError ? error : maskUnexpected(error, log)),
      );
      return withCors(request.method === 'HEAD' ? withoutBody(response) : response);
    },
    close: () => parts.auth.close(),
  };
}

async function answer(request: Request, parts: Parts): Promise<Response> {
  const { auth, pages, rest, graphql } = parts;
  if (!URL.canParse(request.url)) throw errors.badHost();
  const { pathname } = new URL(request.url);
  if (request.method === 'OPTIONS') return preflightResponse(pathname === GRAPHQL_PATH ? ALL_METHODS : READ_METHODS);
  const baseUrl = parts.baseUrl(request);
  const page = await pages.fetch(request, baseUrl);
  if (page) return page;
  await auth.keyIdOf(request.headers.get('authorization'));
  if (pathname === GRAPHQL_PATH) return graphql.fetch(request);
  if (pathname.startsWith(`${REST_PREFIX}/`)) return rest.fetch(request, baseUrl);
  throw errors.unknownPath();
}

function withoutBody({ status, statusText, headers }: Response): Response {
  return new Response(null, { status, statusText, headers });
}
