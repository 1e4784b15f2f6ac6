// What compose.yaml says, as far as that can be judged without Docker.
import { readFileSync } from 'node:fs';
import { parseYaml } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.js';

type Service = {
  profiles: string[];
  image: string;
  environment: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, unknown>;
  healthcheck?: { test: string[] };
};
type Compose = { services: Record<string, Service>; volumes: Record<string, null> };

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { services, volumes } = parseYaml(read('compose.yaml')) as Compose;
const { version } = JSON.parse(read('package.json')) as { version: string };
const guide = read('docs/install.md');
const ours = Object.entries(services).filter(([, { image }]) => image.includes('battle-results'));

/** What compose makes of it in an environment. */
const interpolated = (text: string, env: Record<string, string> = {}) =>
  text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, preset: string) => env[name] || preset);

test('each profile has one service of ours, of this release, and nothing is built', () => {
  expect(ours.map(([, { profiles }]) => profiles).sort()).toStrictEqual([['embedded'], ['postgres']]);
  for (const [, { image }] of ours) expect(interpolated(image)).toBe(`battle-results:${version}`);
  expect(Object.keys(services.gateway ?? {})).not.toContain('build');
});

test('every variable that it sets is one of the service, with a value that the service accepts', () => {
  const documented = [...read('docs/configuration.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  for (const [, { environment }] of ours) {
    expect(Object.keys(environment).filter((name) => !documented.includes(name))).toStrictEqual([]);
    for (const env of [
      { POSTGRES_PASSWORD: 's3cret' },
      { POSTGRES_PASSWORD: 's3cret', PUBLIC_URL: 'https://results.example' },
    ]) {
      const values = Object.entries(environment).map(([name, value]) => [name, interpolated(String(value), env)]);
      expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
    }
  }
});

test('nothing that must last is outside a named volume, and only the proxy of this machine reaches the service', () => {
  expect(services.embedded?.volumes).toStrictEqual(['data:/data', 'backups:/backups']);
  expect(services.gateway?.volumes).toStrictEqual(['backups:/backups']);
  expect(read('Dockerfile')).toMatch(
    /DATA_DIR=\/data[\s\S]*RUN mkdir \/data \/backups && chown 1000:1000 \/data \/backups$/m,
  );
  expect(services.database?.volumes).toStrictEqual(['database:/var/lib/postgresql/data']);
  expect(Object.keys(volumes)).toStrictEqual(['data', 'database', 'backups']);
  for (const [, { ports = [] }] of ours)
    expect(ports.map((port) => interpolated(port))).toStrictEqual(['127.0.0.1:4000:4000']);
  for (const name of ['database', 'redis']) expect(services[name]?.ports).toBeUndefined();
});

test('the service waits for its database, which has the password, user and name of its URL', () => {
  expect(Object.keys(services.gateway?.depends_on ?? {})).toStrictEqual(['database']);
  // Without a host it would ask the socket, on which the image's temporary server listens while it is set up.
  expect(services.database?.healthcheck?.test.join(' ')).toContain('pg_isready -h 127.0.0.1 ');
  const url = new URL(interpolated(services.gateway?.environment.DATABASE_URL ?? '', { POSTGRES_PASSWORD: 's3cret' }));
  const { POSTGRES_USER, POSTGRES_DB } = services.database?.environment ?? {};
  expect([url.username, url.password, url.hostname, url.pathname]).toStrictEqual([
    POSTGRES_USER,
    's3cret',
    'database',
    `/${POSTGRES_DB}`,
  ]);
});

test('the guide names the profiles, the services and the release that there are', () => {
  const named = (pattern: RegExp) => new Set([...guide.matchAll(pattern)].map(([, name]) => name));
  expect(named(/COMPOSE_PROFILES=([\w,]+)/g)).toStrictEqual(new Set(['embedded', 'postgres', 'postgres,redis']));
  expect(named(/docker compose exec (?:-T )?(\w+)/g)).toStrictEqual(new Set(['embedded', 'gateway']));
  expect(named(/battle-results:([\d.]+)/g)).toStrictEqual(new Set([version]));
  expect(named(/#v([\d.]+)/g)).toStrictEqual(new Set([version]));
});

test('the image keeps those query compilers that the generated client loads', () => {
  const kept = /! -name '([^']+)'/.exec(read('Dockerfile'))?.[1] ?? '';
  const pattern = new RegExp(`^${kept.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const loaded = [...read('src/db/generated/internal/class.ts').matchAll(/runtime\/(query_compiler_[^"]+)"/g)];
  expect(loaded).toHaveLength(2);
  for (const [, file] of loaded) expect(file).toMatch(pattern);
});
