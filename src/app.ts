// The whole pipeline on one screen: a request is authenticated, then answered by the face it asks for. All failures
// leave by one exit.
import { type Auth, createAuth } from './auth.js';
import type { Config } from './config.js';
import type { Db } from './db/client.js';
import { readCursorSecret } from './db/cursor-secret.js';
import { ApiError, type ErrorLog, errorBody, errors, maskUnexpected } from './errors.js';
import { createGraphqlServer, GRAPHQL_PATH, type GraphqlServer } from './graphql/server.js';
import { createCursors } from './page.js';

export type App = {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
};

export type AppDeps = {
  config: Pick<Config, 'siteUrl' | 'cursorSecret' | 'cursorLifetimeMs'>;
  db: Db;
  log: ErrorLog;
  now?: () => number;
};

export async function createApp({ config, db, log, now = Date.now }: AppDeps): Promise<App> {
  const secret = config.cursorSecret ?? (await readCursorSecret(db.sql));
  const cursors = createCursors({ secret, lifetimeMs: config.cursorLifetimeMs, now });
  const graphql = createGraphqlServer({ prisma: db.prisma, sql: db.sql, siteUrl: config.siteUrl, cursors }, log);
  const auth = createAuth(db);
  return {
    async fetch(request) {
      try {
        return await answer(request, auth, graphql);
      } catch (error) {
        return errorResponse(error instanceof ApiError ? error : maskUnexpected(error, log));
      }
    },
    close: () => auth.close(),
  };
}

async function answer(request: Request, auth: Auth, graphql: GraphqlServer): Promise<Response> {
  await auth.keyIdOf(request.headers.get('authorization'));
  const { pathname } = new URL(request.url);
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
