import { describe, expect, test } from 'vitest';
import { type Config, ConfigError, readConfig } from '../src/config.js';

const PRESET: Config = {
  host: '127.0.0.1',
  port: 4000,
  workers: 1,
  databaseUrl: null,
  databaseDirectUrl: null,
  databasePoolSize: 10,
  databaseReplicaUrls: [],
  replicaMaxLagMs: 1000,
  statementTimeoutMs: 5_000,
  requestTimeoutMs: 15_000,
  watchdogMs: 30_000,
  dataDir: '.data',
  maxConcurrent: null,
  maxQueueMs: 3_000,
  demoWorld: true,
  needsVolume: false,
  demoPlay: false,
  site: true,
  siteUrl: null,
  operator: { name: 'Battle results', imprintUrl: null, privacyUrl: null, contact: null, accent: null },
  requestsMax: 2_000,
  siteRateLimit: 2_000,
  publicUrl: null,
  trustProxy: 0,
  cursorSecret: null,
  cursorLifetimeMs: 86_400_000,
  cacheBytes: 64_000_000,
  persistedOnly: false,
  rateLimit: 600_000,
  streamLimits: { inAll: 10_000, perKey: 1_000, perAddress: 5_000 },
  redisUrl: null,
  limits: {
    cost: 5000,
    depth: 10,
    aliases: 30,
    directives: 10,
    tokens: 2000,
    rootFields: 10,
    bodyBytes: 100_000,
  },
  logLevel: 'info',
  shutdownDelayMs: 0,
  shutdownTimeoutMs: 10_000,
  metrics: { host: '127.0.0.1', port: null, token: null },
  tracesFrom: null,
};

/** Every variable that is read; docs.test.ts checks their documentation. */
const NAMES: string[] = [];
readConfig(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void NAMES.push(String(name)) }));

const refusal = (env: NodeJS.ProcessEnv): string => {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('The environment was accepted.');
};

describe('what is read', () => {
  test('an empty environment gives the presets', () => {
    expect(readConfig({})).toStrictEqual(PRESET);
  });

  const SET: [variable: string, text: string, place: string, value: unknown][] = [
    ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
    ['PORT', '8080', 'port', 8080],
    ['WORKERS', '4', 'workers', 4],
    [
      'DATABASE_URL',
      'postgresql://ann:s3cret@db.example:5433/battles',
      'databaseUrl',
      'postgresql://ann:s3cret@db.example:5433/battles',
    ],
    [
      'DATABASE_DIRECT_URL',
      'postgresql://direct.example/battles',
      'databaseDirectUrl',
      'postgresql://direct.example/battles',
    ],
    ['DATABASE_POOL_SIZE', '25', 'databasePoolSize', 25],
    [
      'DATABASE_REPLICA_URLS',
      'postgres://one.example/b, postgresql://two.example/b',
      'databaseReplicaUrls',
      ['postgres://one.example/b', 'postgresql://two.example/b'],
    ],
    ['REPLICA_MAX_LAG_MS', '500', 'replicaMaxLagMs', 500],
    ['STATEMENT_TIMEOUT_MS', '1000', 'statementTimeoutMs', 1000],
    ['REQUEST_TIMEOUT_MS', '2000', 'requestTimeoutMs', 2_000],
    ['WATCHDOG_MS', '0', 'watchdogMs', 0],
    ['DATA_DIR', '/var/lib/gateway', 'dataDir', '/var/lib/gateway'],
    ['MAX_CONCURRENT', '30', 'maxConcurrent', 30],
    ['MAX_QUEUE_MS', '0', 'maxQueueMs', 0],
    ['DEMO_WORLD', 'false', 'demoWorld', false],
    ['IN_CONTAINER', 'true', 'needsVolume', true],
    ['DEMO_PLAY', 'true', 'demoPlay', true],
    ['SITE', 'off', 'site', false],
    ['SITE_URL', 'https://site.example/', 'siteUrl', 'https://site.example'],
    ['SITE_NAME', 'League of the North', 'operator.name', 'League of the North'],
    ['SITE_IMPRINT_URL', 'https://league.example/imprint', 'operator.imprintUrl', 'https://league.example/imprint'],
    ['SITE_PRIVACY_URL', 'https://league.example/privacy', 'operator.privacyUrl', 'https://league.example/privacy'],
    ['SITE_CONTACT', 'mail@league.example', 'operator.contact', 'mail@league.example'],
    ['SITE_ACCENT', '#1F6F8B', 'operator.accent', '#1F6F8B'],
    ['REQUESTS_MAX', '8', 'requestsMax', 8],
    ['SITE_RATE_LIMIT', '9', 'siteRateLimit', 9],
    ['PUBLIC_URL', 'https://api.example/gateway//', 'publicUrl', 'https://api.example/gateway'],
    ['TRUST_PROXY', 'yes', 'trustProxy', 1],
    ['CURSOR_SECRET', 'a long secret', 'cursorSecret', 'a long secret'],
    ['CURSOR_LIFETIME_HOURS', '2', 'cursorLifetimeMs', 7_200_000],
    ['CACHE_MEGABYTES', '10', 'cacheBytes', 10_000_000],
    ['PERSISTED_ONLY', 'true', 'persistedOnly', true],
    ['RATE_LIMIT', '0', 'rateLimit', 0],
    ['REDIS_URL', 'redis://cache.example:6379', 'redisUrl', 'redis://cache.example:6379'],
    ['GRAPHQL_MAX_COST', '1', 'limits.cost', 1],
    ['GRAPHQL_MAX_DEPTH', '2', 'limits.depth', 2],
    ['GRAPHQL_MAX_ALIASES', '3', 'limits.aliases', 3],
    ['GRAPHQL_MAX_DIRECTIVES', '4', 'limits.directives', 4],
    ['GRAPHQL_MAX_TOKENS', '5', 'limits.tokens', 5],
    ['GRAPHQL_MAX_ROOT_FIELDS', '6', 'limits.rootFields', 6],
    ['GRAPHQL_MAX_BODY_BYTES', '7', 'limits.bodyBytes', 7],
    ['STREAMS_MAX', '8', 'streamLimits.inAll', 8],
    ['STREAMS_PER_KEY', '9', 'streamLimits.perKey', 9],
    ['STREAMS_PER_ADDRESS', '0', 'streamLimits.perAddress', 0],
    ['LOG_LEVEL', 'Warn', 'logLevel', 'warn'],
    ['SHUTDOWN_DELAY', '5', 'shutdownDelayMs', 5_000],
    ['SHUTDOWN_TIMEOUT', '30', 'shutdownTimeoutMs', 30_000],
    ['METRICS_HOST', '10.0.0.1', 'metrics.host', '10.0.0.1'],
    ['METRICS_PORT', '9464', 'metrics.port', 9464],
    ['METRICS_TOKEN', 's3cret', 'metrics.token', 's3cret'],
    ['OTEL_SERVICE_NAME', 'results', 'tracesFrom', 'results'],
  ];
  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    ...Object.fromEntries(SET.map(([variable, text]) => [variable, text])),
  };

  test.each(SET)('%s: %s is %s', (_variable, _text, place, value) => {
    expect(readConfig(all)).toHaveProperty(place, value);
    expect(PRESET).not.toHaveProperty(place, value);
  });

  test('there is no place without a variable', () => {
    const placesIn = (of: object) =>
      Object.entries(of).flatMap(([name, value]) =>
        value?.constructor === Object ? Object.keys(value).map((inside) => `${name}.${inside}`) : [name],
      );
    expect(SET.map(([, , place]) => place).sort()).toStrictEqual(placesIn(PRESET).sort());
  });

  test('metrics are listened for where the service is, unless said otherwise', () => {
    expect(readConfig({ HOST: '0.0.0.0', METRICS_PORT: '0' }).metrics).toStrictEqual({
      host: '0.0.0.0',
      port: 0,
      token: null,
    });
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example' }, 'battle-results-gateway'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.example' }, 'battle-results-gateway'],
    [{ OTEL_SERVICE_NAME: 'results' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example', OTEL_SDK_DISABLED: 'true' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example', OTEL_TRACES_EXPORTER: 'none' }, null],
  ])('traces are made when they have somewhere to go: %j', (env, from) => {
    expect(readConfig(env).tracesFrom).toBe(from);
  });

  test('an empty or blank variable counts as not set', () => {
    for (const blank of ['', '  ']) {
      const env = Object.fromEntries(NAMES.map((name) => [name, blank]));
      expect(readConfig(env)).toStrictEqual(PRESET);
    }
  });

  test('commas without a secret between them count as none', () => {
    expect(readConfig({ CURSOR_SECRET: ' , ,' }).cursorSecret).toBeNull();
  });

  test('both names of the PostgreSQL protocol are known, and port 0 asks for a free one', () => {
    expect(readConfig({ DATABASE_URL: 'postgres:///battles' }).databaseUrl).toBe('postgres:///battles');
    expect(readConfig({ PORT: '0' }).port).toBe(0);
  });
});

test.each([
  ['false', 0],
  ['True', 1],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('TRUST_PROXY %s: %j', (text, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toStrictEqual(trustProxy);
});

describe('what is refused', () => {
  test('every problem is in one message', () => {
    expect(
      refusal({
        PORT: '70000',
        DATABASE_URL: 'mysql://localhost/battles',
        DATABASE_POOL_SIZE: '0',
        DEMO_WORLD: 'perhaps',
        SITE_URL: 'battles.example',
        SITE_CONTACT: 'write to us',
        SITE_ACCENT: 'red',
        PUBLIC_URL: 'ftp://api.example',
        TRUST_PROXY: '10.0.0.0/33, 10.0.0.1',
        CURSOR_LIFETIME_HOURS: 'soon',
        PERSISTED_ONLY: '2',
        LOG_LEVEL: 'loud',
        METRICS_PORT: 'x',
      }),
    ).toBe(`The environment has problems:
  PORT must be a whole number from 0 to 65535, not "70000"
  DATABASE_URL must be an address that starts with postgres:// or postgresql://
  DATABASE_POOL_SIZE must be a whole number from 1 to 1000, not "0"
  DEMO_WORLD must be true or false, not "perhaps"
  SITE_URL must be an address that starts with http:// or https://
  SITE_CONTACT must be an e-mail address, or a URL that starts with https://, not "write to us"
  SITE_ACCENT must be a colour in the form #7c2d4f, not "red"
  PUBLIC_URL must be an address that starts with http:// or https://
  TRUST_PROXY must be true, a number of proxies, or networks such as 10.0.0.0/8, not "10.0.0.0/33, 10.0.0.1"
  CURSOR_LIFETIME_HOURS must be a whole number from 1 to 8760, not "soon"
  PERSISTED_ONLY must be true or false, not "2"
  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"
  METRICS_PORT must be a whole number from 0 to 65535, not "x"`);
  });

  test('several workers on the embedded database, which only one process may have', () => {
    expect(refusal({ WORKERS: '2' })).toBe(
      'The environment has a problem:\n' +
        '  WORKERS must be 1 without DATABASE_URL: only one process may have the embedded database',
    );
    expect(refusal({ WORKERS: '2', DATABASE_URL: 'mysql://localhost/battles' })).not.toContain('WORKERS');
    expect(refusal({ WORKERS: '0' })).toContain('WORKERS must be a whole number from 1 to 256, not "0"');
  });

  test('replicas of the embedded database, which has none', () => {
    expect(refusal({ DATABASE_REPLICA_URLS: 'postgres://one.example/battles' })).toBe(
      'The environment has a problem:\n' +
        '  DATABASE_REPLICA_URLS must not be set without DATABASE_URL: they are replicas of that database',
    );
  });

  test.each([
    ['a protocol without its slashes', 'https:api.example'],
    ['no host', 'https://'],
    ['another protocol', 'javascript://api.example'],
  ])('%s is not an address', (_, address) => {
    expect(refusal({ PUBLIC_URL: address })).toBe(
      'The environment has a problem:\n  PUBLIC_URL must be an address that starts with http:// or https://',
    );
  });

  test.each(['postgresql://ann:100%@db.example/battles', 'postgresql://db.example/%zz'])(
    'a stray %% is named before anything trips over it: %s',
    (url) => {
      expect(refusal({ DATABASE_URL: url })).toBe(
        'The environment has a problem:\n  DATABASE_URL has a % that must be written %25',
      );
    },
  );

  test('a password is never echoed, however wrong the address around it', () => {
    const wrong = [
      'mysql://ann:s3cret@db.example/battles',
      'ann:s3cret@db.example/battles',
      'postgresql://ann:s3cret@db.example:notaport/battles',
      'postgresql://ann:s3cret%@db.example/battles',
    ];
    for (const url of wrong) {
      const replicas = `postgres://one.example/battles,${url}`;
      const message = refusal({ DATABASE_URL: url, DATABASE_REPLICA_URLS: replicas, PUBLIC_URL: url, SITE_URL: url });
      expect(message).toContain('DATABASE_URL');
      expect(message).toContain('DATABASE_REPLICA_URLS');
      expect(message).not.toMatch(/s3cret|ann|db\.example/);
    }
  });
});
