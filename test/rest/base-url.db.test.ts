import { describe, expect, test } from 'vitest';
import type { AppDeps } from '../../src/app/wiring.js';
import { readConfig } from '../../src/config.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load } from '../support/world.js';
import { listingWorld, PATHS } from './listing-world.js';

const db = await openTestDb();
await load(db, listingWorld);

type Settings = Pick<AppDeps['config'], 'publicUrl' | 'trustProxy'>;

/** The part before the path in `next`, which must be the same in the Link header. */
async function baseOf(settings: Settings, address: string, headers: Record<string, string> = {}): Promise<string> {
  const app = await createTestApp(db, { config: settings });
  const authorization = `Bearer ${app.key}`;
  const response = await app.fetch(new Request(`${address}?limit=1`, { headers: { authorization, ...headers } }));
  const body = await response.json();
  expect({ status: response.status, link: response.headers.get('link') }).toStrictEqual({
    status: 200,
    link: `<${body.next}>; rel="next"`,
  });
  const { pathname } = new URL(address);
  return body.next.slice(0, body.next.indexOf(`${pathname}?limit=1&cursor=`));
}

const ADDRESS = 'http://gateway.test/api/v1/tournaments';
const PROXY = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.battles.example' };

describe("next begins with the request's own address", () => {
  test.each([
    'http://gateway.test',
    'https://gateway.test',
    'http://gateway.test:4000',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
  ])('%s', async (base) => {
    expect(await baseOf({}, `${base}/api/v1/tournaments`)).toBe(base);
  });

  test('without user and password', async () => {
    const app = await createTestApp(db);
    const url = 'http://user:secret@gateway.test/api/v1/tournaments?limit=1';
    // Request rejects such a URL, but a server may receive one.
    const { signal } = new Request('http://gateway.test');
    const request = {
      method: 'GET',
      url,
      headers: new Headers({ authorization: `Bearer ${app.key}` }),
      signal,
    } as Request;
    const { next } = await (await app.fetch(request)).json();
    expect(next.startsWith('http://gateway.test/api/v1/tournaments?')).toBe(true);
  });
});

describe('next begins with PUBLIC_URL where it is set', () => {
  test.each([
    'https://api.battles.example',
    'https://battles.example:8443',
    'https://battles.example/gateway',
    'https://battles.example/a/b',
  ])('%s', async (publicUrl) => {
    for (const path of PATHS) {
      expect(await baseOf({ publicUrl }, `http://gateway.test${path}`)).toBe(publicUrl);
    }
    expect(await baseOf({ publicUrl, trustProxy: 1 }, ADDRESS, PROXY)).toBe(publicUrl);
  });

  test.each([
    ['https://łódź.example', 'https://xn--d-uga0v4h.example'],
    ['https://battles.example/wyniki-łódź', 'https://battles.example/wyniki-%C5%82%C3%B3d%C5%BA'],
  ])('%s is said in the characters of addresses', async (given, base) => {
    const { publicUrl } = readConfig({ PUBLIC_URL: given });
    expect(new URL(given).href.replace(/\/$/, '')).toBe(base);
    expect(await baseOf({ publicUrl }, ADDRESS)).toBe(base);
  });
});

describe('next begins with what a trusted proxy says', () => {
  test.each<[headers: Record<string, string>, base: string]>([
    [PROXY, 'https://api.battles.example'],
    [{ 'x-forwarded-proto': 'https' }, 'https://gateway.test'],
    [{ 'x-forwarded-host': 'api.battles.example' }, 'http://api.battles.example'],
    [{ 'x-forwarded-host': 'api.battles.example:8443' }, 'http://api.battles.example:8443'],
    [{ 'x-forwarded-host': '192.0.2.1:80' }, 'http://192.0.2.1:80'],
    [{ 'x-forwarded-host': '[2001:db8::1]:8443' }, 'http://[2001:db8::1]:8443'],
    [{ 'x-forwarded-host': 'forged.example, b.example' }, 'http://b.example'],
    [{ 'x-forwarded-proto': 'http,https', 'x-forwarded-host': ' forged.example ,b.example' }, 'https://b.example'],
    [{ 'x-forwarded-proto': '', 'x-forwarded-host': '' }, 'http://gateway.test'],
    [{}, 'http://gateway.test'],
    [{ forwarded: 'proto=https;host=a.example' }, 'http://gateway.test'],
  ])('%j: %s', async (headers, base) => {
    expect(await baseOf({ trustProxy: 1 }, ADDRESS, headers)).toBe(base);
  });
});
