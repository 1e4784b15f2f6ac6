import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load } from '../support/world.js';
import { DATED, LISTINGS, listingWorld, PATHS } from './listing-world.js';

const db = await openTestDb();
const START = Date.parse('2026-07-01T12:00:00Z');
const LIFETIME = 3_600_000;
const clock = START;
await load(db, listingWorld);
const app = await createTestApp(db, { now: () => clock, cursorLifetimeMs: LIFETIME });

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
  test.each('1 100 020'.split(' '))('%s is taken', async (text) => {
    expect(await outcomes(PATHS, `limit=${text}`)).toStrictEqual(new Set(['200']));
  });

  test.each(
    '=00 =-0 =5.0 =5a =0x5 =1_0 =5,5 =%205 =+5 =%2B5 =5%0A =5%00 =٣ =５ =² =%ZZ =5&limit='.split(' ').concat(''),
  )('limit%s: "limit must be a positive integer"', async (text) => {
    const refused = new Set(['400 BAD_REQUEST: limit must be a positive integer']);
    expect(await outcomes(PATHS, `limit${text}`)).toStrictEqual(refused);
  });

  test.each(['0101', '2147483648', '9'.repeat(400)])('%s: "limit must not exceed 100"', async (text) => {
    const refused = new Set(['400 BAD_REQUEST: limit must not exceed 100']);
    expect(await outcomes(PATHS, `limit=${text}`)).toStrictEqual(refused);
  });
});

describe('from and to, on every listing with dates', () => {
  const NO_DAY = '2026-05-1 20260501 -2026-05-01 2026-05-01%20 %202026-05-01 2026-05-01%0A 2026-04-31 0000-01-01'.split(
    ' ',
  );

  test.each(['from', 'to'])('%s must be a day of the calendar in the form YYYY-MM-DD', async (name) => {
    for (const text of [...NO_DAY, `2026-05-01&${name}=2026-05-01`]) {
      expect([text, await outcomes(DATED, `${name}=${text}`)]).toStrictEqual([
        text,
        new Set([`400 BAD_REQUEST: ${name} must be a date in the form YYYY-MM-DD`]),
      ]);
    }
  });
});

describe('cursor, on every listing', () => {
  const INVALID = '400 BAD_REQUEST: Invalid cursor';
  const refused = new Set([INVALID]);

  test('without a value: "Invalid cursor"', async () => {
    expect(await outcomes(PATHS, 'cursor')).toStrictEqual(refused);
  });

  test.each(PATHS)('%s: one given twice is no cursor', async (path) => {
    const cursor = await cursorOf(path);
    expect(await outcome(`${path}?cursor=${cursor}`)).toBe('200');
    expect(await outcome(`${path}?cursor=${cursor}&cursor=${cursor}`)).toBe(INVALID);
    expect(await outcome(`${path}?cursor=${cursor}&cursor=`)).toBe(INVALID);
  });
});

describe('next', () => {
  test.each(PATHS)(
    '%s: does not carry parameters that the route does not know or that are of others, which are ignored',
    async (path) => {
      const query = 'limit=1&page=2&offset=x&Limit=0&CURSOR=x&limit%5B%5D=0&__proto__=1&constructor=2&slug=x&id=&q=%00';
      const ofOthers = DATED.includes(path) ? 'publicId=p-2' : 'from=garbage&to=&status=x';
      const { searchParams } = await nextOf(path, `${query}&${ofOthers}`);
      expect([...searchParams.keys()]).toStrictEqual(['limit', 'cursor']);
    },
  );

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
});

describe('what does not exist', () => {
  const parented = LISTINGS.filter(({ unknown }) => unknown).map(({ path, unknown = '' }) => [unknown, path] as const);

  test.each(parented)('%s: a wrong parameter is a 400 before the 404', async (unknown, path) => {
    const cursor = await cursorOf(path);
    for (const query of ['limit=0', 'limit=101', 'cursor=', `cursor=A${cursor.slice(1)}A`]) {
      expect([query, (await outcome(`${unknown}?${query}`)).slice(0, 3)]).toStrictEqual([query, '400']);
    }
    if (DATED.includes(path)) expect((await outcome(`${unknown}?from=x`)).slice(0, 3)).toBe('400');
    // Which listing a cursor belongs to can only be checked once the listing is known to exist.
    expect((await outcome(`${unknown}?cursor=${cursor}`)).slice(0, 3)).toBe('404');
  });
});
