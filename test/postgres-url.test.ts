import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../src/config.js';
import { namesOf, parsePostgresUrl } from '../src/postgres-url.js';

const RW = 'target_session_attrs=read-write';

test.each([
  ['postgres:///battles', 'localhost:5432', 'any'],
  ['postgresql://ann:s3cret@db.example/battles', 'db.example:5432', 'any'],
  [`postgresql://db.example:6000/battles?${RW}`, 'db.example:6000', 'read-write'],
  [
    `postgresql://ann@one,two:6000,[::1]:6001,[::2]/battles?${RW}`,
    'one:5432, two:6000, [::1]:6001, [::2]:5432',
    'read-write',
  ],
  ['postgresql://one,two/battles?target_session_attrs=primary', 'one:5432, two:5432', 'primary'],
  [`postgresql:///battles?host=one,two&port=6000,6001&${RW}`, 'one:6000, two:6001', 'read-write'],
  [`postgresql:///battles?host=one,two&port=6000&${RW}`, 'one:6000, two:6000', 'read-write'],
  [`postgresql:///battles?host=one,two&${RW}`, 'one:5432, two:5432', 'read-write'],
  ['postgresql://ann@localhost/battles?host=/run/postgresql', '/run/postgresql:5432', 'any'],
  ['postgresql://ann@localhost:5433/battles?host=/run/postgresql', '/run/postgresql:5433', 'any'],
  ['postgresql://%2Frun%2Fpostgresql/battles', '/run/postgresql:5432', 'any'],
])('%s', (url, servers, wanted) => {
  const parsed = parsePostgresUrl(url);
  expect([namesOf(parsed.servers), parsed.wanted, parsed.database]).toStrictEqual([servers, wanted, 'battles']);
  expect(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: url }).databaseUrl).toBe(url);
});

test('what is not about the servers is left to the driver', () => {
  const { rest } = parsePostgresUrl(
    `postgresql://ann:s3cret@one,two/battles?sslmode=verify-full&${RW}&options=-c%20a%3Db`,
  );
  expect(rest).toBe('postgresql://ann:s3cret@localhost/battles?sslmode=verify-full&options=-c+a%3Db');
});

test.each([
  [
    'postgresql://ann:s3cret@one,two/battles',
    'has several hosts: add target_session_attrs=read-write, to use the one that takes writes',
  ],
  [
    'postgresql://ann:s3cret@one,two/battles?target_session_attrs=any',
    'has several hosts: add target_session_attrs=read-write, to use the one that takes writes',
  ],
  [
    'postgresql://ann:s3cret@one/battles?target_session_attrs=standby',
    'must have target_session_attrs=read-write: the service writes too',
  ],
  [`postgresql://ann:s3cret@one,,two/battles?${RW}`, 'must name its hosts as one.example:5432,two.example:5432'],
  [`postgresql://ann:s3cret@one,two:x/battles?${RW}`, 'must name its hosts as one.example:5432,two.example:5432'],
  [`postgresql://ann:s3cret@/battles?host=one,&${RW}`, 'must name its hosts as one.example:5432,two.example:5432'],
  [`postgresql://ann:s3cret@one,two:70000/battles?${RW}`, 'must have ports from 1 to 65535'],
  [`postgresql:///battles?host=one,two&port=1,2,3&${RW}`, 'must have one port, or as many as hosts'],
  ['postgresql://ann:s3cret@one:x/battles', 'must be an address that starts with postgres:// or postgresql://'],
])('%s is refused', (url, problem) => {
  const names = ['DATABASE_URL', 'DATABASE_DIRECT_URL'];
  const refused = () => readConfig(Object.fromEntries(names.map((name) => [name, url])));
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(['The environment has problems:', ...names.map((name) => `  ${name} ${problem}`)].join('\n'));
});

test('a replica is one server: a list of hosts is not taken for one', () => {
  const env = {
    DATABASE_URL: 'postgresql://one/battles',
    DATABASE_REPLICA_URLS: `postgresql://two,three/battles?${RW}`,
  };
  expect(() => readConfig(env)).toThrow('DATABASE_REPLICA_URLS must be an address that starts with');
});
