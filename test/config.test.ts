import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../src/config.js';

const SECRET = '0123456789abcdef0123456789abcdef';

/** Where the value of each variable goes, and what is there without it. */
const SET: [variable: string, text: string, place: string, value: unknown, preset: unknown][] = [
  ['HOST', '0.0.0.0', 'host', '0.0.0.0', '127.0.0.1'],
  ['PORT', '8080', 'port', 8080, 4000],
  ['DATABASE_URL', 'postgresql://ann:s3cret@db:1/b', 'databaseUrl', 'postgresql://ann:s3cret@db:1/b', null],
  ['DATABASE_DIRECT_URL', 'postgresql://direct.example/b', 'databaseDirectUrl', 'postgresql://direct.example/b', null],
  [
    'DATABASE_REPLICA_URLS',
    'postgres://a/b, postgresql://c/d',
    'databaseReplicaUrls',
    ['postgres://a/b', 'postgresql://c/d'],
    [],
  ],
  ['DATABASE_POOL_SIZE', '25', 'databasePoolSize', 25, 10],
  ['REPLICA_MAX_LAG_MS', '500', 'replicaMaxLagMs', 500, 1000],
  ['STATEMENT_TIMEOUT_MS', '1000', 'statementTimeoutMs', 1000, 5_000],
  ['REQUEST_TIMEOUT_MS', '2000', 'requestTimeoutMs', 2_000, 15_000],
  ['DATA_DIR', '/var/lib/gateway', 'dataDir', '/var/lib/gateway', '.data'],
  ['MAX_CONCURRENT', '30', 'maxConcurrent', 30, null],
  ['MAX_QUEUE_MS', '0', 'maxQueueMs', 0, 3_000],
  ['DEMO_WORLD', 'false', 'demoWorld', false, true],
  ['IN_CONTAINER', 'true', 'needsVolume', true, false],
  ['DEMO_PLAY', 'true', 'demoPlay', true, false],
  ['SITE', 'off', 'site', false, true],
  ['SITE_URL', 'https://site.example/', 'siteUrl', 'https://site.example', null],
  ['SITE_NAME', 'League of the North', 'operator.name', 'League of the North', 'Battle results'],
  ['SITE_IMPRINT_URL', 'https://league.example/imprint', 'operator.imprintUrl', 'https://league.example/imprint', null],
  ['SITE_PRIVACY_URL', 'https://league.example/privacy', 'operator.privacyUrl', 'https://league.example/privacy', null],
  ['SITE_CONTACT', 'mail@league.example', 'operator.contact', 'mail@league.example', null],
  ['SITE_ACCENT', '#1F6F8B', 'operator.accent', '#1F6F8B', null],
  ['REQUESTS_MAX', '8', 'requestsMax', 8, 2_000],
  ['SITE_RATE_LIMIT', '9', 'siteRateLimit', 9, 2_000],
  ['PUBLIC_URL', 'https://api.example/gateway//', 'publicUrl', 'https://api.example/gateway', null],
  ['TRUST_PROXY', 'yes', 'trustProxy', 1, 0],
  ['CURSOR_SECRET', SECRET, 'cursorSecret', SECRET, null],
  ['CURSOR_LIFETIME_HOURS', '2', 'cursorLifetimeMs', 7_200_000, 86_400_000],
  ['CACHE_MEGABYTES', '10', 'cacheBytes', 10_000_000, 64_000_000],
  ['PERSISTED_ONLY', 'true', 'persistedOnly', true, false],
  ['RATE_LIMIT', '0', 'rateLimit', 0, 600_000],
  ['REDIS_URL', 'redis://cache.example:6379', 'redisUrl', 'redis://cache.example:6379', null],
  ['GRAPHQL_MAX_COST', '1', 'limits.cost', 1, 5000],
  ['GRAPHQL_MAX_DEPTH', '2', 'limits.depth', 2, 10],
  ['GRAPHQL_MAX_ALIASES', '3', 'limits.aliases', 3, 30],
  ['GRAPHQL_MAX_DIRECTIVES', '4', 'limits.directives', 4, 10],
  ['GRAPHQL_MAX_TOKENS', '5', 'limits.tokens', 5, 2000],
  ['GRAPHQL_MAX_ROOT_FIELDS', '6', 'limits.rootFields', 6, 10],
  ['GRAPHQL_MAX_BODY_BYTES', '7', 'limits.bodyBytes', 7, 100_000],
  ['STREAMS_MAX', '8', 'streamLimits.inAll', 8, 10_000],
  ['STREAMS_PER_KEY', '9', 'streamLimits.perKey', 9, 1_000],
  ['STREAMS_PER_ADDRESS', '0', 'streamLimits.perAddress', 0, 5_000],
  ['LOG_LEVEL', 'Warn', 'logLevel', 'warn', 'info'],
  ['SHUTDOWN_DELAY', '5', 'shutdownDelayMs', 5_000, 0],
  ['SHUTDOWN_TIMEOUT', '30', 'shutdownTimeoutMs', 30_000, 10_000],
  ['METRICS_HOST', '10.0.0.1', 'metrics.host', '10.0.0.1', '127.0.0.1'],
  ['METRICS_PORT', '9464', 'metrics.port', 9464, null],
  ['METRICS_TOKEN', 's3cret', 'metrics.token', 's3cret', null],
  ['OTEL_SERVICE_NAME', 'results', 'tracesFrom', 'results', null],
];

const PRESET: Record<string, unknown> = { warnings: [] };
for (const [, , place, , preset] of SET) {
  const [outer = '', inner] = place.split('.');
  PRESET[outer] = inner ? { ...(PRESET[outer] as object), [inner]: preset } : preset;
}

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

  const all = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    ...Object.fromEntries(SET.map(([variable, text]) => [variable, text])),
  };

  test.each(SET)('%s: %s is %s', (_variable, _text, place, value, preset) => {
    expect(readConfig(all)).toHaveProperty(place, value);
    expect(value).not.toStrictEqual(preset);
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

  test('commas without a secret between them make none', () => {
    expect(readConfig({ CURSOR_SECRET: ' , ,' }).cursorSecret).toBeNull();
    const others = [`new ${SECRET}`, `old ${SECRET}`];
    expect(readConfig({ CURSOR_SECRET: `,${others[0]},, ${others[1]} ,` }).cursorSecret).toBe(others.join());
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

test('a variable that looks like a setting and is none is named, with the nearest, and those of others are not', () => {
  const others = {
    HOSTNAME: 'a',
    NODE_ENV: 'b',
    PWD: 'c',
    TEST_REDIS_URL: 'd',
    OTEL_TRACES_SAMPLER: 'e',
    HTTP_PROXY: 'f',
  };
  const slips = { DATABASE_URI: 'x', GRAPHQL_MAX_TOKEN: 'x', TRUST_PROXIES: '2', site_name: 'x', SITES: 'x' };
  const said = (name: string, meant: string) => `${name} is set, but it is not a setting; did you mean ${meant}?`;
  expect(readConfig({ ...others, ...slips, SITE_NAME: 'y' }).warnings).toStrictEqual([
    said('DATABASE_URI', 'DATABASE_URL'),
    said('GRAPHQL_MAX_TOKEN', 'GRAPHQL_MAX_TOKENS'),
    said('TRUST_PROXIES', 'TRUST_PROXY'),
    said('site_name', 'SITE_NAME'),
    said('SITES', 'SITE'),
  ]);
});

/** Settings of line 1, with a value that asked for what is gone. */
const GONE = [
  [
    'WORKERS',
    '4',
    'a service is one process; start several, each with a PORT of its own, behind a proxy (docs/scaling.md)',
  ],
  [
    'REPLICA_STALE_OK_MS',
    '60000',
    'without a primary there is no answer from a standby; have one promoted (docs/scaling.md)',
  ],
] as const;

test.each([
  ['WORKERS', '1', GONE[0][2]],
  ['REPLICA_STALE_OK_MS', '0', GONE[1][2]],
  ['WATCHDOG_MS', '60000', 'let a supervisor restart a process whose /health/live does not answer (docs/operating.md)'],
])('%s=%s is ignored with a warning', (name, value, instead) => {
  const warnings = [`${name} is no longer a setting and is ignored: ${instead}`];
  expect(readConfig({ [name]: value })).toStrictEqual({ ...readConfig({}), warnings });
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
        CURSOR_SECRET: `${SECRET},${SECRET.slice(1)}`,
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
  CURSOR_SECRET must be of 32 characters or more, each secret of it: make one with openssl rand -hex 32
  CURSOR_LIFETIME_HOURS must be a whole number from 1 to 8760, not "soon"
  PERSISTED_ONLY must be true or false, not "2"
  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"
  METRICS_PORT must be a whole number from 0 to 65535, not "x"`);
  });

  test.each(GONE)('%s=%s, which is gone, with what to do instead', (name, value, instead) => {
    expect(refusal({ [name]: value })).toBe(
      `The environment has a problem:\n  ${name} is no longer a setting: ${instead}`,
    );
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
