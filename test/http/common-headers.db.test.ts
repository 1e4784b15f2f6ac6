import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { transportHeaders } from '../../src/http/common-headers.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { heard } from '../support/heard.js';
import { load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const db = await openTestDb();
let recalled = 0;
await load(db, [tournament()]);
const app = await createTestApp(db, { remember: true });
const replyAtOnce: TestApp['replyAtOnce'] = (call) => {
  const reply = app.replyAtOnce(call);
  if (reply) recalled += 1;
  return reply;
};
const { url } = await serveHttp({ ...app, replyAtOnce }, { headers: transportHeaders('https://api.example') });

const DATA = "default-src 'none'; frame-ancestors 'none'";
const LIST = '/api/v1/tournaments';
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { method, headers: { authorization: `Bearer ${app.key}`, ...headers } });

function expectSafe({ headers }: Response) {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(headers.get('access-control-allow-origin')).toBe('*');
}

describe('data is never taken for a page', () => {
  test.each<[what: string, status: number, path: string, headers?: Record<string, string>, method?: string]>([
    ['a REST answer that the client has', 304, LIST, { 'if-none-match': '*' }],
    ['a GraphQL answer', 200, '/graphql?query={__typename}'],
    ['a page of the website', 200, '/graphql?documentId=TournamentsPage'],
    ['a GraphQL refusal', 400, '/graphql?query={', { accept: 'application/graphql-response+json' }],
    ['a preflight', 204, LIST, {}, 'OPTIONS'],
    ['the OpenAPI document', 200, '/openapi.json'],
    ['the schema of bundles', 200, '/bundle.schema.json'],
  ])('%s: %i', async (_, status, path, headers, method) => {
    const response = await ask(path, headers, method);
    expect(response.status).toBe(status);
    expectSafe(response);
    expect(response.headers.get('content-security-policy')).toBe(DATA);
  });

  test('an answer that is remembered', async () => {
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      const before = recalled;
      const response = await vi.waitUntil(
        async () => {
          const each = await ask(LIST, headers);
          return recalled > before && each;
        },
        { timeout: 20_000 },
      );
      expectSafe(response as Response);
      expect((response as Response).headers.get('content-security-policy')).toBe(DATA);
    }
  });

  test('what never became a request', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('NONSENSE\r\n\r\n');
    const answer = await heard(socket);
    expect(answer).toMatch(/^HTTP\/1.1 4/);
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(answer).toContain(`\r\ncontent-security-policy: ${DATA}\r\n`);
    expect(answer).toContain('\r\nstrict-transport-security: max-age=31536000\r\n');
  });
});

describe('a page runs its own script and nothing else, in no frame and in reach of no other window', () => {
  test.each(['/developers', '/docs', '/graphql'])('%s', async (path) => {
    const first = await ask(path, { accept: 'text/html' });
    const again = await ask(path, { accept: 'text/html', 'if-none-match': first.headers.get('etag') ?? '' });
    expect([first.status, again.status]).toStrictEqual([200, 304]);
    for (const response of [first, again]) {
      expectSafe(response);
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'sha256-[\w+/]+=*'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
    await first.body?.cancel();
  });
});
