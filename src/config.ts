// Reads the environment into a Config, once. This is the only file that reads process.env; all problems are reported in
// one message.
import { createReader, type GoneSetting, type Reader } from './environment.js';

export type Config = ReturnType<typeof readConfig>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Limits for one GraphQL request. Aliases and directives in a fragment count once per spread. */
export const LIMITS = {
  /** Cost of the operation, in objects of the answer (see graphql/builder/prices.ts). */
  cost: 5_000,
  /** Nesting of fields. */
  depth: 10,
  /** Total number of aliases. */
  aliases: 30,
  /** Uses of `@include`, `@skip` and other directives. */
  directives: 10,
  /** Lexical tokens of the document. */
  tokens: 2_000,
  /** Fields at the top level. */
  rootFields: 10,
  /** Bytes of the request body, including variables. */
  bodyBytes: 100_000,
};
export type Limits = typeof LIMITS;

export const CACHE_BYTES = 64_000_000;
export const CURSOR_LIFETIME_HOURS_MAX = 8760;
/** The embedded database serves one operation at a time, so a burst takes longer there. */
export const MAX_QUEUE_MS = { postgres: 500, embedded: 3_000 };

/** Whose site it is; the contact is an e-mail address or a URL. */
export type Operator = { name: string } & Record<'imprintUrl' | 'privacyUrl' | 'contact' | 'accent', string | null>;
export const OPERATOR: Operator = {
  name: 'Battle results',
  imprintUrl: null,
  privacyUrl: null,
  contact: null,
  accent: null,
};

const CONTACT = /^([^\s@:/]+@[^\s@:/]+|https?:\/\/[^\s/]+\S*)$/i;

/** Settings of line 1 that are gone. */
const GONE: GoneSetting[] = [
  {
    name: 'WORKERS',
    off: '1',
    instead: 'a service is one process; start several, each with a PORT of its own, behind a proxy (docs/scaling.md)',
  },
  {
    name: 'REPLICA_STALE_OK_MS',
    off: '0',
    instead: 'without a primary there is no answer from a standby; have one promoted (docs/scaling.md)',
  },
  {
    name: 'WATCHDOG_MS',
    instead: 'let a supervisor restart a process whose /health/live does not answer (docs/operating.md)',
  },
];

export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const problems: string[] = [];
  const read = createReader(env, problems);
  const isEmbedded = read.text('DATABASE_URL', '') === '';
  const config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 4000, 0, 65_535),
    /** A PostgreSQL server, or several of one cluster; null means the embedded database in dataDir. */
    databaseUrl: read.postgresUrl('DATABASE_URL'),
    /** The same database without a connection pooler; null means databaseUrl. */
    databaseDirectUrl: read.postgresUrl('DATABASE_DIRECT_URL'),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 1, 1000),
    /** Streaming replicas of the database, used for reads. */
    databaseReplicaUrls: read.postgresUrls('DATABASE_REPLICA_URLS'),
    /** A replica with more lag than this is not used. */
    replicaMaxLagMs: read.integer('REPLICA_MAX_LAG_MS', 1_000, 100, 60_000),
    /** Timeout of one SQL statement of a request. */
    statementTimeoutMs: read.integer('STATEMENT_TIMEOUT_MS', 5_000, 100, 600_000),
    /** Timeout of one request. */
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS', 15_000, 100, 600_000),
    /**
     * Maximum number of requests in progress, of which one key or address may have half. Streams and requests that wait
     * for a change are not counted.
     */
    requestsMax: read.integer('REQUESTS_MAX', 2_000, 1, 1_000_000),
    dataDir: read.text('DATA_DIR', '.data'),
    /** Maximum number of concurrent operations; null means as many as the database serves at once, which is the most. */
    maxConcurrent: read.integer('MAX_CONCURRENT', null, 1, 10_000),
    /** How long others are queued before they are refused. */
    maxQueueMs: read.integer('MAX_QUEUE_MS', MAX_QUEUE_MS[isEmbedded ? 'embedded' : 'postgres'], 0, 60_000),
    /** Load the demo world into an empty embedded database. */
    demoWorld: read.flag('DEMO_WORLD', true),
    /** Refuse a data folder that is not on a volume. Whoever asks for the demo world has no data to lose. */
    needsVolume: read.flag('IN_CONTAINER', false) && !read.flag('DEMO_WORLD', false),
    /** Play the ongoing tournament of the demo world. */
    demoPlay: read.flag('DEMO_PLAY', false),
    /** Serve the public site; without it the developers' page is at `/`. */
    site: read.flag('SITE', true),
    /** Public URL of the site, for `url` fields; no slash at the end. Null means this service's own address. */
    siteUrl: withoutSlash(read.url('SITE_URL', null, ['http:', 'https:'])),
    /**
     * Requests that one address may send to the site per second; 0 means no limit. A hall full of visitors who open a
     * page at once sends fewer.
     */
    siteRateLimit: read.integer('SITE_RATE_LIMIT', 2_000, 0, 1_000_000_000),
    operator: {
      name: read.matching('SITE_NAME', OPERATOR.name, /^[^\p{Cc}]{1,60}$/u, 'a name of at most 60 characters'),
      imprintUrl: read.url('SITE_IMPRINT_URL', null, ['http:', 'https:']),
      privacyUrl: read.url('SITE_PRIVACY_URL', null, ['http:', 'https:']),
      contact: read.matching('SITE_CONTACT', null, CONTACT, 'an e-mail address, or a URL that starts with https://'),
      accent: read.matching('SITE_ACCENT', null, /^#[\da-f]{6}$/i, 'a colour in the form #7c2d4f'),
    },
    /** This service's own address as clients see it; null means that of the request. */
    publicUrl: withoutSlash(read.url('PUBLIC_URL', null, ['http:', 'https:'])),
    /** Proxies in front whose `X-Forwarded-…` headers are trusted. */
    trustProxy: read.proxies('TRUST_PROXY'),
    /**
     * Signs cursors: one secret, or several separated by commas (see cursor-secrets.ts); null means the stored ones.
     */
    cursorSecret: read.secrets('CURSOR_SECRET'),
    cursorLifetimeMs: read.integer('CURSOR_LIFETIME_HOURS', 24, 1, CURSOR_LIFETIME_HOURS_MAX) * 3_600_000,
    /** Maximum memory for remembered answers; with 0 nothing is remembered. */
    cacheBytes: read.integer('CACHE_MEGABYTES', CACHE_BYTES / 1_000_000, 0, 100_000) * 1_000_000,
    /** Refuse documents other than persisted operations. */
    persistedOnly: read.flag('PERSISTED_ONLY', false),
    /** Cost that one key may use per minute: ten thousand new objects per second. 0 means no limit. */
    rateLimit: read.integer('RATE_LIMIT', 600_000, 0, 1_000_000_000),
    /**
     * Maximum number of open streams: per process, per key, and per address without a key, which may be that of a hall.
     * All streams of a page share one read.
     */
    streamLimits: {
      inAll: read.integer('STREAMS_MAX', 10_000, 0, 1_000_000),
      perKey: read.integer('STREAMS_PER_KEY', 1_000, 0, 1_000_000),
      perAddress: read.integer('STREAMS_PER_ADDRESS', 5_000, 0, 1_000_000),
    },
    /** Redis server where processes share the usage of keys; null means that each process counts by itself. */
    redisUrl: read.url('REDIS_URL', null, ['redis:', 'rediss:']),
    limits: {
      cost: read.integer('GRAPHQL_MAX_COST', LIMITS.cost, 1, 1_000_000),
      depth: read.integer('GRAPHQL_MAX_DEPTH', LIMITS.depth, 1, 100),
      aliases: read.integer('GRAPHQL_MAX_ALIASES', LIMITS.aliases, 0, 10_000),
      directives: read.integer('GRAPHQL_MAX_DIRECTIVES', LIMITS.directives, 0, 10_000),
      tokens: read.integer('GRAPHQL_MAX_TOKENS', LIMITS.tokens, 1, 100_000),
      rootFields: read.integer('GRAPHQL_MAX_ROOT_FIELDS', LIMITS.rootFields, 1, 10_000),
      bodyBytes: read.integer('GRAPHQL_MAX_BODY_BYTES', LIMITS.bodyBytes, 1, 10_000_000),
    },
    logLevel: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS),
    /** How long requests are still accepted after a signal to stop, while readiness fails. */
    shutdownDelayMs: read.integer('SHUTDOWN_DELAY', 0, 0, 3600) * 1000,
    /** Timeout of the shutdown after that. */
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT', 10, 1, 3600) * 1000,
    /** Metrics are off unless they have a port of their own or a token. */
    metrics: {
      host: read.text('METRICS_HOST', read.text('HOST', '127.0.0.1')),
      port: read.integer('METRICS_PORT', null, 0, 65_535),
      token: read.text('METRICS_TOKEN', '') || null,
    },
    /** Service name in traces; null if none are sent. */
    tracesFrom: tracesFrom(read),
    /** Said at the start; nothing is refused for them. */
    warnings: [...read.gone(GONE), ...read.misspelt()],
  };
  if (config.databaseReplicaUrls.length > 0 && isEmbedded) {
    problems.push('DATABASE_REPLICA_URLS must not be set without DATABASE_URL: they are replicas of that database');
  }
  if (problems.length > 0) {
    throw new ConfigError(
      `The environment has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
  return config;
}

/** Uses the standard OpenTelemetry variables; the exporter reads endpoint and options by itself. */
function tracesFrom(read: Reader): string | null {
  const variables = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const;
  const sent = variables.some((name) => read.url(name, null, ['http:', 'https:']) !== null);
  const disabled = read.flag('OTEL_SDK_DISABLED', false);
  const wanted = read.text('OTEL_TRACES_EXPORTER', 'otlp') !== 'none';
  const name = read.text('OTEL_SERVICE_NAME', 'battle-results-gateway');
  return sent && wanted && !disabled ? name : null;
}

function withoutSlash<Address extends string | null>(address: Address): Address {
  // Normalised as by a browser, so that it is valid in a header.
  return (address === null ? null : new URL(address).href.replace(/\/+$/, '')) as Address;
}
