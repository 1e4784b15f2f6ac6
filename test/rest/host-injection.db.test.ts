// Whatever is sent as a host, `next` and Link lead to a host that the client itself named, or to PUBLIC_URL, and no
// other client ever gets that answer. On a real port, because no client library would send most of this.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';
import { listingWorld } from './listing-world.js';

const db = await openTestDb();
const PATH = '/api/v1/tournaments?limit=1';
const SETTINGS = { plain: {}, behindProxy: { trustProxy: 1 }, public: { publicUrl: 'https://api.battles.example' } };
type Setting = keyof typeof SETTINGS;

const ports = new Map<Setting, number>();
let authorization = '';
let recalled = 0;
await load(db, listingWorld);
for (const [setting, config] of Object.entries(SETTINGS)) {
  const app = await createTestApp(db, { config, remember: true, documented: false });
  authorization = `Authorization: Bearer ${app.key}`;
  const replyAtOnce: TestApp['replyAtOnce'] = (call) => {
    const reply = app.replyAtOnce(call);
    if (reply) recalled += 1;
    return reply;
  };
  const { url } = await serveHttp({ ...app, replyAtOnce });
  ports.set(setting as Setting, Number(new URL(url).port));
}

/**
 * The target of `next`, or the status if it is not 200. Checks that Link is the same and that no header was injected.
 */
async function leadsTo(setting: Setting, target: string, ...lines: string[]): Promise<string | number> {
  const socket = connect(ports.get(setting) ?? 0, '127.0.0.1');
  socket.write(
    `GET ${target} HTTP/1.1\r\n${[...lines, authorization, 'Connection: close'].join('\r\n')}\r\n\r\n`,
    'latin1',
  );
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const status = Number(head.split(' ')[1]);
  expect(head.toLowerCase()).not.toMatch(/evil:|set-cookie/);
  if (status !== 200) return status;
  const { next } = JSON.parse(body);
  expect(head.toLowerCase()).toContain(`\r\nlink: <${next}>; rel="next"\r\n`.toLowerCase());
  expect(next.slice(next.indexOf('/api/'))).toMatch(/^\/api\/v1\/tournaments\?limit=1&cursor=[\w-]+$/);
  return next.slice(0, next.indexOf('/api/'));
}

const OWN = 'http://x.test';
const PUBLIC = 'https://api.battles.example';

describe('a Host that is not one host is refused', () => {
  test.each([
    'evil.test/x?y=',
    'evil.test/api/v1/tournaments?limit=1&z=',
    'evil.test?',
    'evil.test#',
    'evil.test\\x',
    'x.test@evil.test',
    'user:secret@evil.test',
    'evil.test:80@x.test',
    'evil.test:port',
    'evil.test:99999',
    'x.test, evil.test',
    'x.test evil.test',
    'x.test\tevil.test',
    'x.test>; rel="next", <http://evil.test',
    '"evil.test"',
    "evil.test'",
    'evil.test%0d%0aEvil:%20yes',
    'javascript:alert(1)',
    '[::1]evil.test',
    '[evil.test]',
    '\u00e9vil.test',
    '',
  ])('%j', async (host) => {
    for (const setting of ports.keys()) expect(await leadsTo(setting, PATH, `Host: ${host}`)).toBe(400);
  });

  test('nor one that ends in the beginning of the path of an answer that is remembered', async () => {
    await leadsTo('plain', PATH, 'Host: x.test');
    await leadsTo('plain', PATH, 'Host: x.test');
    expect(await leadsTo('plain', PATH.replace('/api/v1', ''), 'Host: x.test/api/v1')).toBe(400);
  });

  test.each([
    ['two', ['Host: x.test', 'Host: evil.test']],
    ['two that are the same', ['Host: x.test', 'HOST: x.test']],
    ['one folded over two lines', ['Host: x.test', ' evil.test']],
    ['one with a line break', ['Host: x.test\nEvil: yes\r']],
    ['one with a carriage return', ['Host: x.test\rEvil: yes']],
    ['one with a space before its colon', ['Host : x.test']],
    ['none', []],
  ])('%s', async (_, lines) => {
    // This also holds when the answer for the first host is remembered.
    await leadsTo('plain', PATH, 'Host: x.test');
    await leadsTo('plain', PATH, 'Host: x.test');
    expect(await leadsTo('plain', PATH, ...lines)).toBe(400);
  });
});

describe('the whole address in the request line', () => {
  test.each(['http://a b', 'http://[::1', 'http://x.test:99999', 'ftp://x.test', '*'])(
    '%s is refused',
    async (address) => {
      expect(await leadsTo('plain', address + PATH, 'Host: x.test')).toBe(400);
    },
  );

  test('two slashes, or a backslash, do not begin a host', async () => {
    for (const target of [`//evil.test${PATH}`, `/\\evil.test${PATH}`, `///evil.test${PATH}`]) {
      expect(await leadsTo('plain', target, 'Host: x.test')).toBe(404);
    }
  });
});

const FORWARDED = [
  ['X-Forwarded-Host: evil.test'],
  ['X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: https'],
  ['X-Forwarded-Proto: javascript'],
  ['X-Forwarded-Host: evil.test', 'X-Forwarded-Host: x.test'],
  ['X-Forwarded-Server: evil.test', 'X-Forwarded-Port: 1', 'X-Forwarded-Prefix: /evil'],
  ['X-Host: evil.test', 'X-Original-URL: /evil', 'X-Rewrite-URL: /evil'],
  ['Forwarded: host=evil.test;proto=https'],
];

describe('forwarded headers', () => {
  test.each(FORWARDED.map((lines) => [lines]))('%j change nothing without TRUST_PROXY', async (lines) => {
    expect(await leadsTo('plain', PATH, 'Host: x.test', ...lines)).toBe(OWN);
  });

  test('are believed with TRUST_PROXY, as far as they are an address', async () => {
    const host = 'Host: x.test';
    expect(await leadsTo('behindProxy', PATH, host, 'X-Forwarded-Host: site.test')).toBe('http://site.test');
    for (const wrong of ['evil.test/x', 'a@evil.test', 'evil.test>; rel="next"', '\u00e9vil.test', 'evil.test:99999']) {
      expect(await leadsTo('behindProxy', PATH, host, `X-Forwarded-Host: ${wrong}`)).toBe(OWN);
      expect(await leadsTo('behindProxy', PATH, host, `X-Forwarded-Proto: ${wrong}`)).toBe(OWN);
    }
  });
});

describe('a remembered answer is given only to those who named the same host', () => {
  const WAIT = { timeout: 20_000 };
  const remembered = async (setting: Setting, ...lines: string[]) => {
    const before = recalled;
    return vi.waitUntil(async () => {
      const base = await leadsTo(setting, PATH, ...lines);
      return recalled > before && base;
    }, WAIT);
  };

  test('by Host', async () => {
    expect(await remembered('plain', 'Host: evil.test')).toBe('http://evil.test');
    expect(await leadsTo('plain', PATH, 'Host: x.test')).toBe(OWN);
    expect(await remembered('plain', 'Host: x.test')).toBe(OWN);
    expect(await remembered('plain', 'Host: evil.test')).toBe('http://evil.test');
    expect(await leadsTo('plain', PATH, 'Host: x.test:80')).toBe(OWN);
    expect(await leadsTo('plain', PATH, 'Host: x.test:81')).toBe(`${OWN}:81`);
  });

  test('by what a trusted proxy says', async () => {
    expect(await remembered('behindProxy', 'Host: x.test', 'X-Forwarded-Host: evil.test')).toBe('http://evil.test');
    expect(await leadsTo('behindProxy', PATH, 'Host: x.test')).toBe(OWN);
    expect(await remembered('behindProxy', 'Host: x.test')).toBe(OWN);
    expect(await leadsTo('behindProxy', PATH, 'Host: x.test', 'X-Forwarded-Proto: https')).toBe('https://x.test');
  });

  test('and under PUBLIC_URL leads there for everybody', async () => {
    expect(await remembered('public', 'Host: evil.test', 'X-Forwarded-Host: evil.test')).toBe(PUBLIC);
    expect(await remembered('public', 'Host: x.test')).toBe(PUBLIC);
  });
});
