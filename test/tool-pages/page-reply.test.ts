import { expect, test } from 'vitest';
import { callOf } from '../../src/http/call.js';
import { responseOf } from '../../src/http/reply.js';
import { pageReply } from '../../src/tool-pages/page-reply.js';

const bodies = { identity: 'plain page', gzip: 'gzip page', br: 'brotli page' };
const page = (...codings: (keyof typeof bodies)[]) => ({
  hash: 'abc',
  contentType: 'text/html; charset=utf-8',
  bodies: new Map(codings.map((coding) => [coding, new TextEncoder().encode(bodies[coding])])),
});
const whole = page('identity', 'gzip', 'br');
const ask = (headers: Record<string, string>) => callOf(new Request('http://gateway.test/graphql', { headers }));
const pageResponse = (...args: Parameters<typeof pageReply>) => responseOf(pageReply(...args));

test('a coding that is not ready yet is not waited for', () => {
  const response = pageResponse(ask({ 'accept-encoding': 'br, gzip' }), page('identity', 'gzip'));
  expect(response.headers.get('content-encoding')).toBe('gzip');
});

test('each coding has a strong tag of its own', () => {
  expect(pageResponse(ask({ 'accept-encoding': 'br' }), whole).headers.get('etag')).toBe('"abc-br"');
  expect(pageResponse(ask({}), whole).headers.get('etag')).toBe('"abc"');
});

test('If-None-Match * is answered with 304', () => {
  expect(pageResponse(ask({ 'if-none-match': '*' }), whole).status).toBe(304);
});

test.each(['"abc-br"', '"other", "abc-br"', 'W/"abc-br"'])('If-None-Match %s is answered with 304', async (tag) => {
  const response = pageResponse(ask({ 'if-none-match': tag, 'accept-encoding': 'br' }), whole, { 'x-also': 'this' });
  expect(response.status).toBe(304);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-cache',
    etag: '"abc-br"',
    vary: 'Accept, Accept-Encoding',
    'x-also': 'this',
  });
  expect(await response.text()).toBe('');
});

test('what the browser holds in another coding is as good', () => {
  const response = pageResponse(ask({ 'if-none-match': '"abc-gzip"', 'accept-encoding': 'br' }), whole);
  expect([response.status, response.headers.get('etag')]).toEqual([304, '"abc-gzip"']);
});

test('another page is sent whole', () => {
  expect(pageResponse(ask({ 'if-none-match': '"abd-br"' }), whole).status).toBe(200);
});
