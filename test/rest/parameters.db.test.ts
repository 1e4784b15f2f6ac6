import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, SITE_URL, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { createDocumentedApp } from '../support/documented.js';
import { load } from '../support/world.js';
import { DATED, LISTINGS, listingWorld, PATHS } from './listing-world.js';

const db = await openTestDb();
const START = Date.parse('2026-07-01T12:00:00Z');
const LIFETIME = 3_600_000;
let clock = START;
let app: TestApp;
beforeAll(async () => {
  await load(db, listingWorld);
  app = await createTestApp(db, { now: () => clock, cursorLifetimeMs: LIFETIME });
});

/** Status and message of a refusal, or only the status of an answer. */
async function outcome(path: string): Promise<string> {
  const response = await app.get(path);
  const { error } = await response.json();
  return error ? `${response.status} ${error.code}: ${error.message}` : `${response.status}`;
}

const outcomes = async (paths: string[], query: string) =>
  new Set(await Promise.all(paths.map((path) => outcome(`${path}?${query}`))));

/** The `next` URL of the page with this query. */
async function nextOf(path: string, query = 'limit=1'): Promise<URL> {
  const { next } = await (await app.get(`${path}?${query}`)).json();
  return new URL(next);
}

const cursorOf = async (path: string, query?: string) => (await nextOf(path, query)).searchParams.get('cursor') ?? '';

describe('limit, on every listing', () => {
  test.each(['1', '100', '020'])('%s is taken', async (text) => {
    expect(await outcomes(PATHS, `limit=${text}`)).toStrictEqual(new Set(['200']));
  });

  test.each([
    '0',
    '00',
    '-0',
    '-1',
    '-99999999999999999999',
    '1.5',
    '5.0',
    'abc',
    '5a',
    '0x5',
    '1e2',
    '1_0',
    'Infinity',
    'null',
    '5,5',
    '',
    '%205',
    '+5',
    '%2B5',
    '5%0A',
    '5%00',
    '٣',
    '５',
    '²',
    '%ZZ',
    '5&limit=5',
    '5&limit=',
  ])('limit=%s: "limit must be a positive integer"', async (text) => {
    expect(await outcomes(PATHS, `limit=${text}`)).toStrictEqual(
      new Set(['400 BAD_REQUEST: limit must be a positive integer']),
    );
  });

  test('without a value: "limit must be a positive integer"', async () => {
    expect(await outcomes(PATHS, 'limit')).toStrictEqual(
      new Set(['400 BAD_REQUEST: limit must be a positive integer']),
    );
  });

  test.each(['101', '0101', '2147483647', '2147483648', '9007199254740993', '9'.repeat(400)])(
    '%s: "limit must not exceed 100"',
    async (text) => {
      expect(await outcomes(PATHS, `limit=${text}`)).toStrictEqual(
        new Set(['400 BAD_REQUEST: limit must not exceed 100']),
      );
    },
  );
});

describe('from and to, on every listing with dates', () => {
  const NO_DAY = [
    '',
    '2026',
    '2026-05',
    '2026-5-1',
    '2026-05-1',
    '20260501',
    '2026/05/01',
    '01-05-2026',
    '26-05-01',
    '12026-05-01',
    '-2026-05-01',
    '%2B002026-05-01',
    '2026-05-01T00:00:00Z',
    '2026-05-01%20',
    '%202026-05-01',
    '2026-05-01%0A',
    'today',
    'null',
    '1777593600',
    '2026-00-01',
    '2026-13-01',
    '2026-05-00',
    '2026-05-32',
    '2026-04-31',
    '2026-02-29',
    '1900-02-29',
    '2024-02-30',
    '0000-01-01',
    '%D9%A2%D9%A0%D9%A2%D9%A6-05-01',
    '2026%E2%80%9005%E2%80%9001',
  ];

  test.each(['from', 'to'])('%s must be a day of the calendar in the form YYYY-MM-DD', async (name) => {
    for (const text of [...NO_DAY, `2026-05-01&${name}=2026-05-01`]) {
      expect([text, await outcomes(DATED, `${name}=${text}`)]).toStrictEqual([
        text,
        new Set([`400 BAD_REQUEST: ${name} must be a date in the form YYYY-MM-DD`]),
      ]);
    }
  });

  const TAKEN = 'taken';
  const LONG = '400 BAD_REQUEST: the date range must not exceed one year';
  const ORDER = '400 BAD_REQUEST: from must not be after to';

  test.each([
    ['from=2024-02-29', TAKEN],
    ['to=2024-02-29', TAKEN],
    ['from=0001-01-01', TAKEN],
    ['from=9999-12-31', TAKEN],
    ['to=0001-01-01', TAKEN],
    ['to=9999-12-31', TAKEN],
    ['from=2026-05-01&to=2026-05-01', TAKEN],
    ['from=2025-05-01&to=2026-05-01', TAKEN],
    ['from=2025-05-01&to=2026-05-02', LONG],
    ['from=2024-02-29&to=2025-02-28', TAKEN],
    ['from=2024-02-29&to=2025-03-01', LONG],
    ['from=2023-02-28&to=2024-02-28', TAKEN],
    ['from=2023-02-28&to=2024-02-29', LONG],
    ['from=2023-03-01&to=2024-02-29', TAKEN],
    ['from=2024-03-01&to=2025-03-01', TAKEN],
    ['from=0001-01-01&to=0002-01-01', TAKEN],
    ['from=9998-12-31&to=9999-12-31', TAKEN],
    ['from=0001-01-01&to=9999-12-31', LONG],
    ['from=2026-05-02&to=2026-05-01', ORDER],
    ['from=9999-12-31&to=0001-01-01', ORDER],
    ['to=2026-05-01&from=2026-05-02', ORDER],
  ])('%s: %s', async (query, expected) => {
    expect(await outcomes(DATED, query)).toStrictEqual(new Set([expected === TAKEN ? '200' : expected]));
  });
});

describe('status', () => {
  test.each(['planned', 'ongoing', 'finished'])('%s is taken', async (status) => {
    expect(await outcome(`/api/v1/tournaments?status=${status}`)).toBe('200');
  });

  test.each([
    '',
    'open',
    'Planned',
    'PLANNED',
    '%20planned',
    'planned%20',
    'planned,ongoing',
    'planned&status=planned',
  ])('"%s": "status must be one of planned, ongoing, finished"', async (text) => {
    expect(await outcome(`/api/v1/tournaments?status=${text}`)).toBe(
      '400 BAD_REQUEST: status must be one of planned, ongoing, finished',
    );
  });
});

describe('stage', () => {
  test.each([
    ['', ''],
    ['SWISS', 'SWISS'],
    ['%20swiss', ' swiss'],
    ['swiss&stage=swiss', 'swiss,swiss'],
    ['standings', 'standings'],
    ['%00', '\0'],
    ["x'", "x'"],
  ])('"%s" is unknown', async (text, said) => {
    expect(await outcome(`/api/v1/tournaments/spring-clash/standings?stage=${text}`)).toBe(
      `404 NOT_FOUND: Unknown stage '${said}'. This tournament has: swiss`,
    );
  });
});

describe('cursor, on every listing', () => {
  const INVALID = '400 BAD_REQUEST: Invalid cursor';
  const refused = new Set([INVALID]);

  test.each([
    ['empty', ''],
    ['garbage', 'garbage'],
    ['a number', '2'],
    ['a row', 'spring-clash'],
    ['a NUL', '%00'],
    ['not an encoding', '%ZZ'],
    ['as long as one', 'A'.repeat(80)],
    ['very long', 'A'.repeat(8000)],
  ])('%s: "Invalid cursor"', async (_what, text) => {
    expect(await outcomes(PATHS, `cursor=${text}`)).toStrictEqual(refused);
  });

  test('without a value: "Invalid cursor"', async () => {
    expect(await outcomes(PATHS, 'cursor')).toStrictEqual(refused);
  });

  test.each(PATHS)('%s: one given twice is no cursor', async (path) => {
    const cursor = await cursorOf(path);
    expect(await outcome(`${path}?cursor=${cursor}`)).toBe('200');
    expect(await outcome(`${path}?cursor=${cursor}&cursor=${cursor}`)).toBe(INVALID);
    expect(await outcome(`${path}?cursor=${cursor}&cursor=`)).toBe(INVALID);
  });

  test.each(PATHS)('%s: one with a character changed, added or taken away is no cursor', async (path) => {
    const cursor = await cursorOf(path);
    const places = [0, 12, 25, 35, cursor.length - 2, cursor.length - 1];
    const changed = places.map((at) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1));
    const others = [`${cursor}A`, `A${cursor}`, `${cursor}%3D`, `%20${cursor}`, `${cursor}%0A`, cursor.slice(0, -1)];
    for (const text of [...changed, ...others]) {
      expect([text, await outcome(`${path}?limit=1&cursor=${text}`)]).toStrictEqual([text, INVALID]);
    }
  });

  test.each(PATHS)('%s: one of any other listing is no cursor', async (path) => {
    const others = await Promise.all(PATHS.filter((other) => other !== path).map((other) => cursorOf(other)));
    for (const cursor of others) expect(await outcome(`${path}?limit=1&cursor=${cursor}`)).toBe(INVALID);
  });

  test.each([
    ['/api/v1/clubs/northern-legion/tournaments', '/api/v1/clubs/other-club/tournaments'],
    ['/api/v1/clubs/northern-legion/battles', '/api/v1/clubs/other-club/battles'],
    ['/api/v1/tournaments/spring-clash/participants', '/api/v1/tournaments/summer-clash/participants'],
    ['/api/v1/tournaments/spring-clash/battles', '/api/v1/tournaments/summer-clash/battles'],
    ['/api/v1/users/p-1/battles', '/api/v1/users/p-2/battles'],
  ])('one of %s is no cursor of %s', async (path, other) => {
    expect(await outcome(`${other}?cursor=${await cursorOf(path)}`)).toBe(INVALID);
  });

  test.each(DATED)('%s: one given without dates or with others is no cursor', async (path) => {
    const queries = ['', 'from=2026-01-01', 'from=2026-01-02', 'to=2026-12-31', 'from=2026-01-01&to=2026-12-31'];
    for (const given of queries) {
      const cursor = await cursorOf(path, `limit=1&${given}`);
      for (const used of queries) {
        expect([given, used, await outcome(`${path}?${used}&limit=1&cursor=${cursor}`)]).toStrictEqual([
          given,
          used,
          given === used ? '200' : INVALID,
        ]);
      }
    }
  });

  test('one given with another status or none is no cursor', async () => {
    const [all, ongoing] = [
      await cursorOf('/api/v1/tournaments'),
      await cursorOf('/api/v1/tournaments', 'limit=1&status=ongoing'),
    ];
    expect(await outcome(`/api/v1/tournaments?status=ongoing&cursor=${ongoing}`)).toBe('200');
    expect(await outcome(`/api/v1/tournaments?status=ongoing&cursor=${all}`)).toBe(INVALID);
    expect(await outcome(`/api/v1/tournaments?status=finished&cursor=${ongoing}`)).toBe(INVALID);
    expect(await outcome(`/api/v1/tournaments?cursor=${ongoing}`)).toBe(INVALID);
  });

  test.each(PATHS)('%s: one lives as long as it was given, and little longer', async (path) => {
    const next = await nextOf(path);
    clock = START + LIFETIME;
    expect(await outcome(next.pathname + next.search)).toBe('200');
    clock = START + LIFETIME + LIFETIME / 24 + 1;
    expect(await outcome(next.pathname + next.search)).toBe(INVALID);
    clock = START;
  });

  test('one signed with another secret is no cursor', async () => {
    const other = await createDocumentedApp({
      config: { siteUrl: SITE_URL, cursorSecret: 'another', cursorLifetimeMs: LIFETIME },
      db,
      log: console.error,
      now: () => clock,
    });
    for (const path of PATHS) {
      const next = await nextOf(path);
      const response = await other.fetch(new Request(next, { headers: { authorization: `Bearer ${app.key}` } }));
      expect([path, response.status, (await response.json()).error?.message]).toStrictEqual([
        path,
        400,
        'Invalid cursor',
      ]);
    }
    await other.close();
  });
});

describe('next', () => {
  test.each(PATHS)('%s: says the size of the page also when nobody did', async (path) => {
    const { searchParams } = await nextOf(path, 'limit=2');
    expect([...searchParams.keys()]).toStrictEqual(['limit', 'cursor']);
    expect(searchParams.get('limit')).toBe('2');
    const fits = await (await app.get(path)).json();
    expect([fits.data.length, fits.next]).toStrictEqual([3, null]);
  });

  test.each(PATHS)('%s: does not carry parameters that the route does not know, which are ignored', async (path) => {
    const query = 'limit=1&page=2&offset=x&Limit=0&CURSOR=x&limit%5B%5D=0&__proto__=1&constructor=2&slug=x&id=&q=%00';
    const { searchParams } = await nextOf(path, query);
    expect([...searchParams.keys()]).toStrictEqual(['limit', 'cursor']);
  });

  test.each([
    ['/api/v1/tournaments/spring-clash/participants', 'from=garbage&to=&status=x'],
    ['/api/v1/tournaments/spring-clash/battles', 'from=garbage&to=&status=x'],
    ['/api/v1/clubs/northern-legion/tournaments', 'status=x'],
    ['/api/v1/clubs/northern-legion/battles', 'status=x'],
    ['/api/v1/users/p-1/battles', 'status=x&publicId=p-2'],
  ])('%s: ignores parameters of other routes: %s', async (path, query) => {
    const { searchParams } = await nextOf(path, `limit=1&${query}`);
    expect([...searchParams.keys()]).toStrictEqual(['limit', 'cursor']);
  });

  test('carries every filter once, in the order of the route, and no empty one', async () => {
    const { pathname, searchParams } = await nextOf(
      '/api/v1/tournaments/',
      'limit=01&status=ongoing&x=1&to=2026-12-31&from=2026-01-01',
    );
    expect(pathname).toBe('/api/v1/tournaments');
    expect([...searchParams].slice(0, -1)).toStrictEqual([
      ['from', '2026-01-01'],
      ['to', '2026-12-31'],
      ['status', 'ongoing'],
      ['limit', '1'],
    ]);
  });

  test.each(PATHS)('%s: the size of the page may be changed on the way', async (path) => {
    const all = await (await app.get(path)).json();
    const cursor = await cursorOf(path);
    const rest = await (await app.get(`${path}?limit=100&cursor=${cursor}`)).json();
    expect([rest.data, rest.next]).toStrictEqual([all.data.slice(1), null]);
    const preset = await (await app.get(`${path}?cursor=${cursor}`)).json();
    expect(preset).toStrictEqual(rest);
  });

  test.each(PATHS)('%s: leads to the same page however often it is followed', async (path) => {
    const { href } = await nextOf(path);
    const follow = async () => {
      const { data, next } = await (await app.get(href.slice('http://gateway.test'.length))).json();
      return [data, new URL(next).pathname];
    };
    expect(await follow()).toStrictEqual(await follow());
  });
});

describe('checks come in order: key, path, method, parameters, resource', () => {
  const parented = LISTINGS.filter(({ unknown }) => unknown).map(({ path, unknown = '' }) => [unknown, path] as const);

  test.each(parented)('%s: a wrong parameter is a 400 before the 404', async (unknown, path) => {
    const what = unknown.includes('/tournaments/') ? 'Tournament' : unknown.includes('/clubs/') ? 'Club' : 'Player';
    expect(await outcome(unknown)).toBe(`404 NOT_FOUND: ${what} not found`);
    expect(await outcome(`${unknown}?limit=5`)).toBe(`404 NOT_FOUND: ${what} not found`);
    const dates = DATED.includes(path)
      ? [
          ['from=x', 'from must be a date in the form YYYY-MM-DD'],
          ['to=2026-02-30', 'to must be a date in the form YYYY-MM-DD'],
          ['from=2026-02-02&to=2026-02-01', 'from must not be after to'],
          ['from=2020-01-01&to=2026-01-01', 'the date range must not exceed one year'],
        ]
      : [];
    const cursor = await cursorOf(path);
    for (const [query, message] of [
      ...dates,
      ['limit=0', 'limit must be a positive integer'],
      ['limit=x', 'limit must be a positive integer'],
      ['limit=101', 'limit must not exceed 100'],
      ['cursor=', 'Invalid cursor'],
      ['cursor=garbage', 'Invalid cursor'],
      [`cursor=A${cursor.slice(1)}A`, 'Invalid cursor'],
    ]) {
      expect([query, await outcome(`${unknown}?${query}`)]).toStrictEqual([query, `400 BAD_REQUEST: ${message}`]);
    }
  });

  test.each(parented)('%s: an expired cursor is a 400 before the 404', async (unknown, path) => {
    const cursor = await cursorOf(path);
    clock = START + LIFETIME + LIFETIME / 24 + 1;
    expect(await outcome(`${unknown}?cursor=${cursor}`)).toBe('400 BAD_REQUEST: Invalid cursor');
    clock = START;
  });

  /** Which listing a cursor belongs to can only be checked once the listing is known to exist. */
  test.each(parented)('%s: a good cursor of something else is a 404', async (unknown, path) => {
    expect((await outcome(`${unknown}?cursor=${await cursorOf(path)}`)).slice(0, 3)).toBe('404');
  });

  const send = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await app.fetch(new Request(`http://gateway.test${path}`, { method, headers }));
    const { error } = await response.json();
    return `${response.status} ${error.message}`;
  };
  const KEYS = { missing: {}, wrong: { authorization: 'Bearer svc_v1_wrong' }, other: { authorization: 'Basic x' } };
  const METHOD = '405 This address takes GET, HEAD, OPTIONS';
  const NOTHING = '404 There is nothing at this address';

  test.each<[method: string, path: string, withKey: string]>([
    ['POST', '/api/v1/nothing/here?limit=0', NOTHING],
    ['DELETE', '/api/v1/tournaments/spring-clash/nothing', NOTHING],
    ['PUT', '/api/v1', NOTHING],
    ['GET', '/api/v1/nothing?limit=0&cursor=x', NOTHING],
    ['POST', '/api/v1/tournaments?limit=0', METHOD],
    ['PUT', '/api/v1/clubs/nowhere/battles?cursor=x', METHOD],
    ['DELETE', '/api/v1/battles/never', METHOD],
    ['PATCH', '/api/v1/tournaments/%ZZ', METHOD],
    ['GET', '/api/v1/clubs/%ZZ/battles?limit=0', '400 The address has a % that does not begin an encoded character'],
    ['GET', '/api/v1/clubs/nowhere/battles?limit=0', '400 limit must be a positive integer'],
    ['GET', '/api/v1/tournaments/nowhere/standings?stage=nothing', '404 Tournament not found'],
    ['GET', '/api/v1/tournaments/spring-clash/standings?stage=x', "404 Unknown stage 'x'. This tournament has: swiss"],
  ])('%s %s: without a working key 401, with one %s', async (method, path, withKey) => {
    expect(await send(method, path, KEYS.missing)).toBe('401 Missing or invalid Authorization header');
    expect(await send(method, path, KEYS.other)).toBe('401 Missing or invalid Authorization header');
    expect(await send(method, path, KEYS.wrong)).toBe('401 Invalid API key');
    expect(await send(method, path, { authorization: `Bearer ${app.key}` })).toBe(withKey);
  });
});
