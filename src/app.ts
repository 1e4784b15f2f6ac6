// The whole pipeline on one screen: a request is authenticated, then answered by the face it asks for. All failures
// leave by one exit.
import { type Answer, bytesOf, type Reply, replyAtHand } from './answer.js';
import { type Auth, createAuth, type KnownKey } from './auth.js';
import { type BaseUrl, createBaseUrl } from './base-url.js';
import { type Answers, createAnswers } from './changes/answers.js';
import { createCache } from './changes/cache.js';
import { createFeed, type Feed } from './changes/feed.js';
import { withCommonHeaders } from './common-headers.js';
import { CACHE_BYTES, type Config, LIMITS, ROOM } from './config.js';
import { preflightResponse } from './cors.js';
import { givenSecrets, keptSecrets } from './cursor-secrets.js';
import type { Db } from './db/client.js';
import { type ApiError, type ErrorLog, errors } from './errors.js';
import { createGate, gatedSql } from './gate.js';
import { createRun } from './graphql/execute.js';
import { schema } from './graphql/schema.js';
import { createGraphqlServer, GRAPHQL_PATH } from './graphql/server.js';
import { useGate } from './graphql/use-gate.js';
import { errorResponse, graphqlErrorResponse } from './json-response.js';
import { ALL_METHODS, READ_METHODS } from './methods.js';
import { createHealth, HEALTH_PATHS, type Health } from './operations/health.js';
import { METRICS_PATH, type MetricsPage } from './operations/metrics-page.js';
import { createNote, NO_ROUTE, type Note } from './operations/note.js';
import { useNote } from './operations/use-note.js';
import { createCursors, cursorStepMs } from './page.js';
import { createPages, PAGE_PATHS, type Pages } from './pages/pages.js';
import { createRest, REST_PREFIX, type Rest } from './rest/handler.js';
import { createOpenapi } from './rest/openapi.js';
import { readRoutes } from './rest/routes.js';
import { createShed, type Incoming, type Place, type Shed } from './shed.js';
import { createToApiError } from './to-api-error.js';
import { createWebsite, type Website } from './website/handler.js';
import { readPersistedOperations } from './website/persisted.js';
import { usePersisted } from './website/use-persisted.js';

export type App = {
  fetch(request: Request, note?: Note): Promise<Response>;
  /** What can be said at once: the reply to a request that has been answered before, or that there is no room for it. */
  recall(request: Incoming, note: Note): Reply | null;
  feed: Pick<Feed, 'isLive' | 'lagMs'>;
  close(): Promise<void>;
};

export type AppDeps = {
  config: Pick<Config, 'siteUrl' | 'cursorSecret' | 'cursorLifetimeMs'> & Partial<Config>;
  db: Db;
  log: ErrorLog;
  /** Where the metrics are, if they are served here. */
  metrics?: MetricsPage | null;
  /** Aborted once the service is told to stop. */
  stopping?: AbortSignal | null;
  now?: () => number;
};

/** Some ten thousand keys. */
const KEYS_BYTES = 5_000_000;

type Parts = {
  answers: Answers<Answer>;
  auth: Auth;
  baseUrl: BaseUrl;
  rest: Rest;
  website: Website;
  pages: Pages;
  health: Health;
  metrics: MetricsPage | null;
  shed: Shed;
};

export async function createApp(deps: AppDeps): Promise<App> {
  const { config, db, log, metrics = null, stopping = null, now = Date.now } = deps;
  const { publicUrl = null, trustProxy = false, persistedOnly = false, limits = LIMITS } = config;
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
    (document, variables, signal) => gate.pass(() => run(document, variables, signal), signal),
    answers,
  );
  const placeOf = (path: string): Place | null => {
    const route = path === GRAPHQL_PATH ? path : rest.routeOf(path);
    return route === null ? null : { route, face: path === GRAPHQL_PATH ? 'graphql' : 'rest' };
  };
  const parts: Parts = {
    answers,
    auth,
    baseUrl: createBaseUrl({ publicUrl, trustProxy }),
    rest,
    website: createWebsite(schema, operations, answers, graphql),
    pages: createPages(gated, { graphiql: !persistedOnly, openapi }),
    health: createHealth(db, feed, stopping),
    metrics,
    shed: createShed({ gate, isKey: auth.couldWork, placeOf }),
  };
  await feed.opened;
  return {
    async fetch(request, note = createNote(request.method)) {
      const response = await answer(request, parts, note).catch((error) =>
        // Whatever failed then failed because of it.
        refusal(request, request.signal.aborted ? errors.hungUp() : toApiError(error)),
      );
      return withCommonHeaders(request.method === 'HEAD' ? withoutBody(response) : response);
    },
    recall: (request, note) => recall(request, parts, note),
    feed,
    async close() {
      secrets.close();
      await feed.close();
      await parts.auth.close();
    },
  };
}

async function answer(request: Request, parts: Parts, note: Note): Promise<Response> {
  const { auth, pages, rest, website, health, metrics } = parts;
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
  const spelling = spellingOf(request.url, (name) => request.headers.get(name));
  if (pathname === GRAPHQL_PATH) return website.fetch(request, spelling, note);
  if (pathname.startsWith(`${REST_PREFIX}/`)) return rest.fetch(request, baseUrl, spelling, note);
  throw errors.unknownPath();
}

/** Where GraphQL is asked, what stands between the caller and an answer is said in its form. */
function refusal({ url }: Request, error: ApiError): Response {
  const passing = error.code === 'UNAVAILABLE' && new URL(url).pathname === GRAPHQL_PATH;
  return passing ? graphqlErrorResponse(error) : errorResponse(error);
}

function recall(request: Incoming, parts: Parts, note: Note): Reply | null {
  return remembered(request, parts, note) ?? parts.shed(request, note);
}

function remembered({ method, url, headers }: Incoming, { answers, auth }: Parts, note: Note): Reply | null {
  if (method !== 'GET' || headers.host === undefined) return null;
  const keyId = auth.recall(headers.authorization ?? null);
  if (keyId === null) return null;
  const header = (name: string) => (headers[name] as string | undefined) ?? null;
  const answer = answers.recall(spellingOf(`http://${headers.host}${url}`, header));
  if (!answer) return null;
  note.route = answer.about.route;
  note.operation = answer.about.operation;
  note.keyId = keyId;
  note.remembered = true;
  return replyAtHand(answer, { acceptEncoding: header('accept-encoding'), ifNoneMatch: header('if-none-match') });
}

/** Addresses that are the same for everybody; those of REST are patterns. */
const OPEN_PATHS = new Set([...PAGE_PATHS, ...HEALTH_PATHS, METRICS_PATH, GRAPHQL_PATH]);

/** What the answer to a GET depends on, word for word. */
function spellingOf(url: string, header: (name: string) => string | null): string {
  return [url, ...['accept', 'x-forwarded-proto', 'x-forwarded-host'].map((name) => header(name) ?? '')].join('\n');
}

function withoutBody({ status, statusText, headers }: Response): Response {
  return new Response(null, { status, statusText, headers });
}
