import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config.js';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { callOf } from '../../src/http/call.js';
import { logInto } from '../../src/observe/log.js';
import { createObservers } from '../../src/observe/observers.js';
import { SITE_URL } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { collectTraces, type Span } from '../support/otlp.js';
import { load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SERVER = 2;
const CLIENT = 3;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const log = logInto({ write: console.log }, 'warn');
const PATH = '/api/v1/tournaments/spring-clash';

describe('with a collector', () => {
  let spans: Span[];
  let key: string;
  afterAll(() => vi.unstubAllEnvs());
  beforeAll(async () => {
    const collector = await collectTraces();
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
    const { watch, close } = await createObservers(readConfig(process.env), log);
    const db: Db = await openTestDb(watch.statement);
    await load(db, [tournament()]);
    key = await createAccountKey(db.sql, 'Test');
    const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 86_400_000 };
    const app = await createApp({ config, db, log: console.error });
    const { url } = await serveHttp(app, { watch });
    const ask = async (path: string, headers: Record<string, string> = {}, body?: object) => {
      const response = await fetch(url + path, {
        headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
    };
    await ask(`${PATH}?secret=${key}`, { traceparent: `00-${TRACE}-${CALLER}-01` });
    await ask(`${PATH}?secret=${key}`, { traceparent: `00-${TRACE.replaceAll('4', '5')}-${CALLER}-01` });
    await Promise.all([
      ask('/graphql', {}, { query: 'query One { tournament(slug: "spring-clash") { name } }' }),
      ask('/graphql', {}, { query: 'query Two { tournaments { nodes { name stages { id } } } }' }),
    ]);
    await ask('/nowhere');
    await app.close();
    // Closing flushes the spans that have not been sent yet.
    await close();
    spans = collector.spans;
  });

  const childrenOf = (span: Span | undefined) => spans.filter(({ parentId }) => parentId === span?.id);
  const named = (name: string) => spans.find((span) => span.name === name);

  test('a request goes on with the trace of its caller', () => {
    expect(spans.find(({ parentId }) => parentId === CALLER)).toMatchObject({
      traceId: TRACE,
      name: 'GET /api/v1/tournaments/{slug}',
      kind: SERVER,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v1/tournaments/{slug}',
        'http.response.status_code': 200,
      },
      service: 'battle-results-gateway',
    });
  });

  test('its operation is a span in it, and every statement one in that; before it, the look for the key', () => {
    const request = spans.find(({ traceId, kind }) => traceId === TRACE && kind === SERVER);
    const [lookForKey, operation] = childrenOf(request);
    expect(lookForKey?.attributes['db.query.text']).toContain('"api_key"');
    expect(operation).toMatchObject({ name: 'Tournament', attributes: { 'graphql.operation.name': 'Tournament' } });
    const statements = childrenOf(operation);
    expect(statements.length).toBeGreaterThan(0);
    for (const { name, kind, attributes } of statements) {
      expect([name, kind, attributes['db.system.name']]).toStrictEqual(['SELECT', CLIENT, 'postgresql']);
      expect(attributes['db.query.text']).toMatch(/^\s*(SELECT|WITH)/);
    }
  });

  test('a remembered answer is a span with nothing in it', () => {
    const request = spans.find(({ traceId }) => traceId === TRACE.replaceAll('4', '5'));
    expect(request).toMatchObject({ name: 'GET /api/v1/tournaments/{slug}', kind: SERVER });
    expect(childrenOf(request)).toStrictEqual([]);
  });

  test('of two documents at a time each has its own statements', () => {
    const [one, two] = [named('One'), named('Two')];
    expect(one?.traceId).not.toBe(two?.traceId);
    const textOf = (span?: Span) => childrenOf(span).map(({ attributes }) => attributes['db.query.text']);
    expect(textOf(one).length).toBeGreaterThan(0);
    expect(textOf(one).join()).not.toContain('stage');
    expect(textOf(two).join()).toContain('stage');
  });

  test('what is at no address is a span too, of few names', () => {
    expect(named('GET other')?.attributes['http.response.status_code']).toBe(404);
  });

  test('no value is in a span, and no key', () => {
    expect(JSON.stringify(spans)).not.toMatch(/spring-clash|secret/);
    expect(JSON.stringify(spans)).not.toContain(key);
  });
});

test('without a collector nothing is traced, and statements go straight to the database', async () => {
  const { watch } = await createObservers(readConfig({}), log);
  expect(watch.statement).toBeNull();
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const call = callOf(new Request('http://gateway.test/', { headers }));
  watch.begin(call);
  expect(call.trace).toBeNull();
});
