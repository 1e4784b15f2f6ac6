// Creates the services of a process and connects them, once at start.

import { type Config, MAX_QUEUE_MS, readConfig } from '../config.js';
import type { Db } from '../db/client.js';
import type { WorkingKey } from '../db/keys.js';
import { readHead } from '../db/log/read-news.js';
import { type Admission, createAdmission } from '../entrance/admission.js';
import { createAuth, type KnownKey } from '../entrance/auth.js';
import { createGate } from '../entrance/gate.js';
import { createKeyUsage } from '../entrance/key-usage.js';
import { createPlaces, type Places } from '../entrance/places.js';
import { createRateLimit, type SharedAccounts } from '../entrance/rate-limit.js';
import { createTurns } from '../entrance/turns.js';
import { createVisitors, type Visitors } from '../entrance/visitors.js';
import { BusyError, type ErrorLog, type ToApiError } from '../errors.js';
import { schema } from '../graphql/schema/schema.js';
import { createGraphqlServer } from '../graphql-http/server.js';
import { useGate } from '../graphql-http/use-gate.js';
import { usePersisted } from '../graphql-http/use-persisted.js';
import { type Answer, bytesOf } from '../http/answer.js';
import { type BaseUrl, createBaseUrl } from '../http/base-url.js';
import { createClientAddress } from '../http/client-address.js';
import { createEndpointAt, type Endpoint, type EndpointAt } from '../http/endpoint.js';
import { createForwarded } from '../http/forwarded.js';
import { createCache } from '../invalidation/cache.js';
import { createFeed, type Feed } from '../invalidation/feed.js';
import { persistedOperation } from '../operations/persisted.js';
import { createRunner, type Runner } from '../operations/run.js';
import { givenSecrets, keptSecrets } from '../paging/cursor-secrets.js';
import { createCursors, cursorStepMs } from '../paging/page.js';
import { createOpenapi } from '../rest/openapi.js';
import { readRoutes } from '../rest/routes.js';
import { createBrand } from '../site/brand.js';
import { readSiteOperations } from '../site/site-operations.js';
import { createFollow } from '../streams/follow.js';
import { createGroups } from '../streams/groups.js';
import { createStreams, type Streams } from '../streams/streams.js';
import { createSubscriptions } from '../subscriptions/subscriptions.js';
import { createDemoFlag } from '../tool-pages/demo-flag.js';
import { createEndpoints } from './endpoints.js';
import { createToApiError } from './to-api-error.js';

export type AppDeps = {
  config: Pick<Config, 'siteUrl' | 'cursorSecret' | 'cursorLifetimeMs'> & Partial<Config>;
  db: Db;
  log: ErrorLog;
  /** Usage of keys, shared between processes; without it each process counts for itself. */
  accounts?: SharedAccounts | null;
  /** The endpoint of the metrics, if they are served here. */
  metrics?: Endpoint | null;
  /** Aborted when shutdown begins. */
  stopping?: AbortSignal | null;
  /** The wall clock, which may jump; `steady` never does, and is for durations. */
  now?: () => number;
  steady?: () => number;
};

/** About ten thousand working keys, and a thousand results of lookups. */
const KEYS_BYTES = 5_000_000;
const FOUND_BYTES = KEYS_BYTES / 10;
/** A few facts that pages show. */
const FACTS_BYTES = 10_000;
/** Number of concurrent lookups of keys that have not worked here before. */
const LOOKUPS_MAX = 2;

export type Wired = {
  runner: Runner;
  admission: Admission;
  endpointAt: EndpointAt;
  baseUrl: BaseUrl;
  feed: Pick<Feed, 'isLive' | 'lagMs' | 'subscribe'>;
  streams: Streams;
  places: Places;
  visitors: Visitors;
  toApiError: ToApiError;
  timeoutMs: number;
  /** The longest time that a reply may take, with the longest wait for a change. */
  longestMs: number;
  close(): Promise<void>;
};

/**
 * As many as the database serves at once, without the connections for lookups: behind the gate, connections are given
 * out in the order of requests, so there nothing may have to wait for one.
 */
function placesFor({ atOnce }: Pick<Db, 'atOnce'>, maxConcurrent: number | null): number {
  const places = Math.max(1, atOnce - LOOKUPS_MAX);
  return Math.min(maxConcurrent ?? places, places);
}

export async function wireServices(deps: AppDeps): Promise<Wired> {
  const { db, log, accounts = null, metrics = null, stopping = null, now = Date.now } = deps;
  const { steady = () => performance.now() } = deps;
  const config = { ...readConfig({}), ...deps.config };
  const { trustProxy, persistedOnly, limits, requestTimeoutMs: timeoutMs, rateLimit: budget } = config;
  const lifetime = { lifetimeMs: config.cursorLifetimeMs, now };
  const secrets =
    config.cursorSecret === null ? await keptSecrets(db.sql, lifetime) : givenSecrets(config.cursorSecret);
  const cursors = createCursors({ secrets: secrets.current, ...lifetime });
  const { snapshot, modelsOn, sql, replicas } = db;
  const feed = createFeed(db.changes);
  const numberLog = () => readHead(sql);
  const services = {
    snapshot,
    modelsOn,
    numberLog,
    siteUrl: config.siteUrl,
    cursors,
    ...(replicas && { replica: (after: number) => replicas.choose(feed, after) }),
  };
  const toApiError = createToApiError(log, steady);
  const { maxQueueMs = MAX_QUEUE_MS[db.embedded ? 'embedded' : 'postgres'] } = deps.config;
  const gate = createGate({ maxQueueMs, maxConcurrent: placesFor(db, config.maxConcurrent) });
  const lookupGate = createGate({ maxQueueMs, maxConcurrent: LOOKUPS_MAX, keepsRoom: false });
  const routes = readRoutes(schema);
  const routeOperations = routes.map(({ name, text }) => persistedOperation(name, text));
  const operations = [...readSiteOperations(), ...routeOperations];
  const plugins = [usePersisted(operations, persistedOnly), useGate(gate)];
  const own = new Set(operations.map(({ document }) => document));
  const graphql = createGraphqlServer(services, toApiError, limits, plugins, own);
  const step = cursorStepMs(config.cursorLifetimeMs);
  const runner = createRunner(
    services,
    gate,
    createCache<Answer>(feed, {
      maxBytes: config.cacheBytes,
      bytesOf,
      // An answer expires when its cursors would change: computed again, it would contain others.
      ageLeftMs: () => step - (now() % step),
      now,
      isFailureOfOneCaller: (error) => error instanceof BusyError,
    }),
  );
  const rateLimit = createRateLimit(budget, accounts, steady);
  const auth = createAuth({
    sql,
    working: createCache<WorkingKey>(feed, { maxBytes: KEYS_BYTES, bytesOf: () => 0 }),
    found: createCache<KnownKey>(feed, { maxBytes: FOUND_BYTES, bytesOf: () => 0 }),
    onLimit: rateLimit.setLimit,
    gate,
    lookupGate,
  });
  const forwarded = createForwarded(trustProxy);
  const clientAddress = createClientAddress(forwarded);
  const places = createPlaces(config.requestsMax);
  const visitors = createVisitors(config.siteRateLimit, steady);
  const usage = createKeyUsage(sql);
  const admission = createAdmission({ auth, gate, rateLimit, usage, visitors, places, clientAddress });
  const streams = createStreams({
    limits: config.streamLimits,
    clientIpOf: clientAddress,
    expectKey: (call) => auth.keyIdOf(call.header('authorization')),
  });
  feed.subscribe((changed) => {
    if (changed === null || changed.has('key')) void streams.recheckKeys();
  });
  const baseUrl = createBaseUrl(config.publicUrl, forwarded);
  const turns = createTurns();
  const follow = createFollow(createGroups({ feed, toApiError, turns }), streams);
  const subscriptions = createSubscriptions({ runner, follow, turns, graphql, costLimit: limits.cost });
  const endpoints = createEndpoints({
    subscriptions,
    ...{ feed, streams, follow, turns, toApiError },
    routes,
    operations,
    runner,
    gate,
    graphql,
    limits,
    isDemo: createDemoFlag(sql, createCache(feed, { maxBytes: FACTS_BYTES, bytesOf: () => 0 }), lookupGate),
    graphiql: !persistedOnly,
    openapi: createOpenapi(routes),
    site: config.site,
    siteUrl: config.siteUrl,
    brand: createBrand(config.operator),
    db,
    stopping,
    metrics,
  });
  await feed.opened;
  replicas?.follow(feed);
  return {
    runner,
    admission,
    endpointAt: createEndpointAt(endpoints),
    baseUrl,
    feed,
    streams,
    places,
    visitors,
    toApiError,
    timeoutMs,
    longestMs: timeoutMs + Math.max(...endpoints.map(({ waitsMs = 0 }) => waitsMs)),
    async close() {
      secrets.close();
      streams.close();
      await feed.close();
      await auth.close();
      await usage.close();
      await rateLimit.close();
    },
  };
}
