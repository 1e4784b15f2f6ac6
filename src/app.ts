// The whole pipeline on one screen: a request is authenticated, then answered by the face it asks for. All failures
// leave by one exit.

import { createAnswers } from './changes/answers.js';
import { createCache } from './changes/cache.js';
import { createFeed, type Feed } from './changes/feed.js';
import { CACHE_BYTES, type Config, LIMITS, RATE_LIMIT, ROOM } from './config.js';
import { givenSecrets, keptSecrets } from './cursor-secrets.js';
import type { Db } from './db/client.js';
import { type Auth, createAuth, type KnownKey } from './entrance/auth.js';
import { createGate, gatedSql } from './entrance/gate.js';
import { createRateLimit, type RateLimit, type SharedAccounts } from './entrance/rate-limit.js';
import { createRecall, type Recall, spellingOf } from './entrance/recall.js';
import { createShed, type Place } from './entrance/shed.js';
import { type ApiError, type ErrorLog, errors } from './errors.js';
import { createRun } from './graphql/execute.js';
import { schema } from './graphql/schema.js';
import { createGraphqlServer, GRAPHQL_PATH } from './graphql/server.js';
import { useGate } from './graphql/use-gate.js';
import { type Answer, bytesOf } from './http/answer.js';
import { type BaseUrl, createBaseUrl } from './http/base-url.js';
import { withCommonHeaders } from './http/common-headers.js';
import { preflightResponse } from './http/cors.js';
import { errorResponse, graphqlErrorResponse } from './http/json-response.js';
import { ALL_METHODS, READ_METHODS } from './http/methods.js';
import { createHealth, HEALTH_PATHS, type Health } from './operations/health.js';
import { METRICS_PATH, type MetricsPage } from './operations/metrics-page.js';
import { createNote, NO_ROUTE, type Note } from './operations/note.js';
import { useNote } from './operations/use-note.js';
import { createCursors, cursorStepMs } from './page.js';
import { createPages, PAGE_PATHS, type Pages } from './pages/pages.js';
import { createRest, REST_PREFIX, type Rest } from './rest/handler.js';
import { createOpenapi } from './rest/openapi.js';
import { readRoutes } from './rest/routes.js';
import { createToApiError } from './to-api-error.js';
import { createWebsite, type Website } from './website/handler.js';
import { readPersistedOperations } from './website/persisted.js';
import { usePersisted } from './website/use-persisted.js';

export type App = {
  fetch(request: Request, note?: Note): Promise<Response>;
  /** What can be said at once: the reply to a request that has been answered before, or that there is no room for it. */
  recall: Recall;
  feed: Pick<Feed, 'isLive' | 'lagMs'>;
  close(): Promise<void>;
};

export type AppDeps = {
  config: Pick<Config, 'siteUrl' | 'cursorSecret' | 'cursorLifetimeMs'> & Partial<Config>;
  db: Db;
  log: ErrorLog;
  /** Where processes add up what keys have used; without it each counts for itself. */
  accounts?: SharedAccounts | null;
  /** Where the metrics are, if they are served here. */
  metrics?: MetricsPage | null;
  /** Aborted once the service is told to stop. */
  stopping?: AbortSignal | null;
  now?: () => number;
};

/** Some ten thousand keys. */
const KEYS_BYTES = 5_000_000;

type Parts = {
  auth: Auth;
  baseUrl: BaseUrl;
  rest: Rest;
  website: Website;
  pages: Pages;
  health: Health;
  metrics: MetricsPage | null;
  rateLimit: RateLimit | null;
};

export async function createApp(deps: AppDeps): Promise<App> {
  const { config, db, log, accounts = null, metrics = null, stopping = null, now = Date.now } = deps;
  const { publicUrl = null, trustProxy = false, persistedOnly = false, limits = LIMITS } = config;
  const { rateLimit: budget = RATE_LIMIT } = config;
  const lifetime = { lifetimeMs: config.cursorLifetimeMs, now };
  const secrets =
    config.cursorSecret === null ? await keptSecrets(db.sql, lifetime) : givenSecrets(config.cursorSecret);
  const cursors = createCursors({ secrets: secrets.now, ...lifetime });
  const { prisma, sql, replicas } = db;
  const services = { prisma, sql, siteUrl: config.siteUrl, cursors, ...(replicas && { replicas }) };
  const toApiError = createToApiError(log, now);
  const gate = createGate({ ...ROOM, ...config });
  const gated = gatedSql(sql, gate);
  const operations = readPersistedOperations(schema);
  const graphql = createGraphqlServer(services, toApiError, limits, [
    usePersisted(operations, persistedOnly),
    useNote,
    useGate(gate),
  ]);
  const routes = readRoutes(schema);
  const openapi = createOpenapi(routes);
  const step = cursorStepMs(config.cursorLifetimeMs);
  const feed = createFeed(db.changes);
  feed.subscribe(() => replicas?.outdate());
  const keys = createCache<KnownKey>(feed, { maxBytes: KEYS_BYTES, bytesOf: () => 0 });
  const answers = createAnswers<Answer>(
    schema,
    createCache(feed, {
      maxBytes: config.cacheBytes ?? CACHE_BYTES,
      bytesOf,
      // No longer than the cursors in it would be the same: an answer asked anew would have others.
      ageLeftMs: () => step - (now() % step),
      now,
    }),
  );
  const auth = createAuth({ sql: gated }, keys);
  const run = createRun(services, toApiError);
  const rest = createRest(
    routes,
    (document, variables, note, signal) => gate.pass(() => run(document, variables, note, signal), signal),
    answers,
  );
  const placeOf = (path: string): Place | null => {
    const route = path === GRAPHQL_PATH ? path : rest.routeOf(path);
    return route === null ? null : { route, face: path === GRAPHQL_PATH ? 'graphql' : 'rest' };
  };
  const shed = createShed({ gate, isKey: auth.couldWork, placeOf });
  const rateLimit = budget === 0 ? null : createRateLimit(budget, accounts, now);
  const parts: Parts = {
    auth,
    baseUrl: createBaseUrl({ publicUrl, trustProxy }),
    rest,
    website: createWebsite(schema, operations, answers, graphql),
    pages: createPages(gated, { graphiql: !persistedOnly, openapi }),
    health: createHealth(db, feed, stopping),
    metrics,
    rateLimit,
  };
  await feed.opened;
  return {
    async fetch(request, note = createNote(request.method)) {
      const response = await answer(request, parts, note).catch((error) =>
        // Whatever failed then failed because of it.
        refusal(request, request.signal.aborted ? errors.hungUp() : toApiError(error)),
      );
      const whole = request.method === 'HEAD' ? withoutBody(response) : response;
      return withCommonHeaders(counted(request, whole, note, rateLimit));
    },
    recall: createRecall({ answers, auth, rateLimit, placeOf, shed }),
    feed,
    async close() {
      secrets.close();
      await feed.close();
      await auth.close();
      await rateLimit?.close();
    },
  };
}

async function answer(request: Request, parts: Parts, note: Note): Promise<Response> {
  const { auth, pages, rateLimit, rest, website, health, metrics } = parts;
  if (!URL.canParse(request.url)) throw errors.badHost();
  const { pathname } = new URL(request.url);
  note.route = OPEN_PATHS.has(pathname) ? pathname : (rest.routeOf(pathname) ?? NO_ROUTE);
  if (request.method === 'OPTIONS') return preflightResponse(pathname === GRAPHQL_PATH ? ALL_METHODS : READ_METHODS);
  const baseUrl = parts.baseUrl(request);
  const page = await pages.fetch(request, baseUrl);
  if (page && pathname === GRAPHQL_PATH) note.route = 'GraphiQL';
  const open = page ?? (await health.fetch(request)) ?? (await metrics?.fetch(request));
  if (open) return open;
  note.keyId = await auth.keyIdOf(request.headers.get('authorization'));
  const refused = rateLimit?.refusal(note.keyId);
  if (refused) throw refused;
  note.cost = 1;
  const spelling = spellingOf(request.url, (name) => request.headers.get(name));
  if (pathname === GRAPHQL_PATH) return website.fetch(request, spelling, note);
  if (pathname.startsWith(`${REST_PREFIX}/`)) return rest.fetch(request, baseUrl, spelling, note);
  throw errors.unknownPath();
}

/** Where GraphQL is asked, what stands between the caller and an answer is said in its form. */
function refusal({ url }: Request, error: ApiError): Response {
  const passing = error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED';
  return passing && new URL(url).pathname === GRAPHQL_PATH ? graphqlErrorResponse(error) : errorResponse(error);
}

/** How the key stands is said with every answer to it, and what it has asked for is counted; 304 is free. */
function counted(request: Request, response: Response, note: Note, rateLimit: RateLimit | null): Response {
  if (note.keyId === null || !rateLimit) return response;
  // Whoever has any answer already has paid for none.
  if (response.status === 304 && request.headers.get('if-none-match')?.trim() !== '*') note.cost = 0;
  rateLimit.take(note.keyId, note.cost);
  for (const [name, value] of Object.entries(rateLimit.headers(note.keyId))) response.headers.set(name, value);
  return response;
}

/** Addresses that are the same for everybody; those of REST are patterns. */
const OPEN_PATHS = new Set([...PAGE_PATHS, ...HEALTH_PATHS, METRICS_PATH, GRAPHQL_PATH]);

function withoutBody({ status, statusText, headers }: Response): Response {
  return new Response(null, { status, statusText, headers });
}
