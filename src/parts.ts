// What the service is made of, put together once at the start.

import { createAnswers } from './changes/answers.js';
import { createCache } from './changes/cache.js';
import { createFeed, type Feed } from './changes/feed.js';
import { CACHE_BYTES, type Config, LIMITS, RATE_LIMIT, REQUEST_TIMEOUT_MS, ROOM } from './config.js';
import { givenSecrets, keptSecrets } from './cursor-secrets.js';
import type { Db } from './db/client.js';
import { type Admission, createAdmission } from './entrance/admission.js';
import { createAuth, type KnownKey } from './entrance/auth.js';
import { createGate } from './entrance/gate.js';
import { createRateLimit, type SharedAccounts } from './entrance/rate-limit.js';
import { createRecall, type Recall } from './entrance/recall.js';
import { createShed, type Place } from './entrance/shed.js';
import { type ErrorLog, isBusy } from './errors.js';
import { createRun } from './graphql/execute.js';
import { schema } from './graphql/schema.js';
import { createGraphqlServer } from './graphql/server.js';
import { useGate } from './graphql/use-gate.js';
import { type Answer, bytesOf } from './http/answer.js';
import { type BaseUrl, createBaseUrl } from './http/base-url.js';
import { faceOf, GRAPHQL_PATH } from './http/face.js';
import { createHealth, type Health } from './operations/health.js';
import type { MetricsPage } from './operations/metrics-page.js';
import { useNote } from './operations/use-note.js';
import { createCursors, cursorStepMs } from './page.js';
import { createDemoFlag } from './pages/demo-flag.js';
import { createPages, type Pages } from './pages/pages.js';
import { createRest, type Rest } from './rest/handler.js';
import { createOpenapi } from './rest/openapi.js';
import { readRoutes } from './rest/routes.js';
import { createToApiError, type ToApiError } from './to-api-error.js';
import { createWebsite, type Website } from './website/handler.js';
import { readPersistedOperations } from './website/persisted.js';
import { usePersisted } from './website/use-persisted.js';

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

/** Some ten thousand keys; of those that were looked up in vain, a thousand. */
const KEYS_BYTES = 5_000_000;
const FOUND_BYTES = KEYS_BYTES / 10;
/** Some facts that pages show. */
const FACTS_BYTES = 10_000;
/** How many keys that have not worked here are looked up at once. */
const LOOKUPS_MAX = 2;

export type Parts = {
  admission: Admission;
  baseUrl: BaseUrl;
  rest: Rest;
  website: Website;
  pages: Pages;
  health: Health;
  metrics: MetricsPage | null;
  recall: Recall;
  feed: Pick<Feed, 'isLive' | 'lagMs'>;
  toApiError: ToApiError;
  /** How long a request may take. */
  timeoutMs: number;
  close(): Promise<void>;
};

export async function createParts(deps: AppDeps): Promise<Parts> {
  const { config, db, log, accounts = null, metrics = null, stopping = null, now = Date.now } = deps;
  const { publicUrl = null, trustProxy = false, persistedOnly = false, limits = LIMITS } = config;
  const { rateLimit: budget = RATE_LIMIT } = config;
  const lifetime = { lifetimeMs: config.cursorLifetimeMs, now };
  const secrets =
    config.cursorSecret === null ? await keptSecrets(db.sql, lifetime) : givenSecrets(config.cursorSecret);
  const cursors = createCursors({ secrets: secrets.now, ...lifetime });
  const { snapshot, sql, replicas } = db;
  const services = { snapshot, siteUrl: config.siteUrl, cursors, ...(replicas && { replicas }) };
  const toApiError = createToApiError(log, now);
  const gate = createGate({ ...ROOM, ...config });
  const lane = createGate({ ...ROOM, ...config, maxConcurrent: LOOKUPS_MAX });
  const operations = readPersistedOperations(schema);
  const plugins = [usePersisted(operations, persistedOnly), useNote, useGate(gate)];
  const own = new Set(operations.map(({ document }) => document));
  const graphql = createGraphqlServer(services, toApiError, limits, plugins, own);
  const routes = readRoutes(schema);
  const openapi = createOpenapi(routes);
  const step = cursorStepMs(config.cursorLifetimeMs);
  const feed = createFeed(db.changes);
  feed.subscribe(() => replicas?.outdate());
  const answers = createAnswers<Answer>(
    schema,
    createCache(feed, {
      maxBytes: config.cacheBytes ?? CACHE_BYTES,
      bytesOf,
      // No longer than the cursors in it would be the same: an answer asked anew would have others.
      ageLeftMs: () => step - (now() % step),
      now,
      isCallers: isBusy,
    }),
  );
  const auth = createAuth({
    sql,
    working: createCache<{ id: number }>(feed, { maxBytes: KEYS_BYTES, bytesOf: () => 0 }),
    found: createCache<KnownKey>(feed, { maxBytes: FOUND_BYTES, bytesOf: () => 0 }),
    gate,
    lane,
  });
  const run = createRun(services);
  const rest = createRest(
    routes,
    (document, variables, note, signal) => gate.pass(note.keyId, () => run(document, variables, note, signal), signal),
    answers,
  );
  const placeOf = (path: string): Place | null => {
    const face = faceOf(path);
    const route = face === 'graphql' ? GRAPHQL_PATH : rest.routeOf(path);
    return route === null ? null : { route, face };
  };
  const shed = createShed({ gate, cannotLookUp: auth.cannotLookUp, placeOf });
  const rateLimit = budget === 0 ? null : createRateLimit(budget, accounts, now);
  const admission = createAdmission(auth, rateLimit);
  await feed.opened;
  return {
    admission,
    baseUrl: createBaseUrl({ publicUrl, trustProxy }),
    rest,
    website: createWebsite(schema, operations, answers, graphql),
    pages: createPages(createDemoFlag(sql, createCache(feed, { maxBytes: FACTS_BYTES, bytesOf: () => 0 }), lane), {
      graphiql: !persistedOnly,
      openapi,
    }),
    health: createHealth(db, feed, stopping),
    metrics,
    recall: createRecall({ answers, auth, admission, rateLimit, placeOf, shed }),
    feed,
    toApiError,
    timeoutMs: config.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    async close() {
      secrets.close();
      await feed.close();
      await auth.close();
      await rateLimit?.close();
    },
  };
}
