// The site over HTTP.
import { execFileSync, spawnSync } from 'node:child_process';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { loadDemoWorld } from '../../src/demo/load.js';
import { createTestApp, SITE_URL, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { DEMO_PAGES, DEMO_PROGRAMS } from './demo-pages.js';

const db = await openTestDb();
await loadDemoWorld(db);
const app = await createTestApp(db, { remember: true });

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
/** Pages of running events, which are kept up to date. */
const RUNNING = new Set<string>([
  DEMO_PAGES.home,
  DEMO_PAGES['tournament, running'],
  DEMO_PAGES['tournament, in groups'],
]);

const visit = (path: string, headers: Record<string, string> = {}, method = 'GET', of = app) =>
  of.fetch(new Request(`http://gateway.test${path}`, { method, headers: { ...BROWSER, ...headers } }));

describe.each(Object.entries(DEMO_PAGES))('%s', (_name, path) => {
  test('is there for everybody, whole, and may run nothing but the one module where something is running', async () => {
    const response = await visit(path);
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8']);
    expect(response.headers.get('cache-control')).toBe('public, no-cache');
    expect(response.headers.get('speculation-rules')).toBeNull();
    const policy = response.headers.get('content-security-policy') ?? '';
    const scripts = html.match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? [];
    if (RUNNING.has(path)) {
      expect(policy).toMatch(/; script-src 'self'; connect-src 'self'$/);
      expect(scripts).toStrictEqual([
        expect.stringMatching(/^<script type="module" src="\/live-\w{10}\.js" integrity="sha384-[\w+/=]+">$/),
      ]);
      expect(html).toMatch(/<a href="[^"]+">Refresh<\/a>/);
    } else {
      expect(policy).not.toMatch(/script-src|connect-src/);
      expect(scripts).toStrictEqual([]);
    }
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).not.toMatch(/ style=| on\w+=|undefined|NaN|\[object/);
    expect(html).not.toContain('og:image');
    // No names of the demo world, and no words of statisticians.
    expect(html).not.toMatch(
      /placeholder="e\.g\.|>factions-\d|None for certain|(?<![–\d.])95(\s%| of 100| times in 100)/,
    );
    // No sentence that has to be read twice.
    expect(html).not.toMatch(
      /Nobody|Anybody can|Everybody (who|begins)|Those of|as often as met|as strong as|how far luck|of its own|into your|reload it/,
    );
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<link rel="canonical" href="https:\/\/battles\.example\//);
  });
});

test.each(Object.entries(DEMO_PROGRAMS))('%s is there for programs, as %s', async (path, type) => {
  const response = await visit(path, { accept: '*/*' });
  expect([response.status, response.headers.get('content-type')]).toStrictEqual([200, type]);
  expect((await response.text()).length).toBeGreaterThan(100);
});

describe('a page that was shown', () => {
  const PATH = DEMO_PAGES.tournament;

  test('is remembered: the second visitor costs no statement, whatever the browser says of caches', async () => {
    await visit(PATH);
    const statements = await statementsOf(async () => {
      expect((await visit(PATH)).status).toBe(200);
      expect((await visit(PATH, { 'cache-control': 'no-cache' })).status).toBe(200);
    });
    expect(statements).toStrictEqual([]);
  });

  test('is not sent to a browser that has it, and is compressed for one that has not', async () => {
    const plain = await visit(PATH);
    const tag = plain.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await visit(PATH, { 'if-none-match': tag });
    expect([again.status, again.headers.get('cache-control')]).toStrictEqual([304, 'public, no-cache']);
    expect(again.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'));
    const gzip = await visit(PATH, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(await plain.text());
  });

  test('has the headers of GET for HEAD, and is at one address', async () => {
    const [get, head] = [await visit(PATH), await visit(PATH, {}, 'HEAD')];
    expect(Object.fromEntries(head.headers)).toStrictEqual(Object.fromEntries(get.headers));
    const slashed = await visit(`${PATH}/`);
    expect([slashed.status, slashed.headers.get('location')]).toStrictEqual([308, '../spring-clash-2026']);
    const post = await visit(PATH, {}, 'POST');
    expect([post.status, post.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('is the new one after a change, on the next visit', async () => {
    const path = '/clubs/les-des-pipes';
    const before = await (await visit(path)).text();
    expect(before).toContain('Les Dés Pipés');
    await db.sql.query(`UPDATE club SET name = 'Renamed <b>Club</b>' WHERE slug = 'les-des-pipes'`);
    await vi.waitUntil(async () => (await (await visit(path)).text()).includes('Renamed &lt;b>Club&lt;/b>'), {
      timeout: 10_000,
    });
  });
});

describe('what is not there', () => {
  const PLACES = [
    '/tournaments/nothing',
    '/clubs/nothing',
    '/clubs/nothing.ics',
    '/players/nothing',
    '/players/nothing/battles',
    '/battles/nothing',
    '/factions/nothing',
    '/factions/gravemarch/nothing',
    '/tournaments/nothing/participants',
    '/tournaments/nothing/battles.csv',
    '/tournaments/spring-clash-2026/nothing',
    '/tournaments/spring-clash-2026/nothing.svg',
    '/tournaments/spring-clash-2026/swiss.svg',
    '/tournaments/%E0%A4%A',
    '/nothing/at/all',
  ];

  test('is one page, byte for byte, and so is what is not published or was removed', async () => {
    await db.sql.query(`UPDATE tournament SET published = false WHERE slug = 'brno-warm-up-2026'`);
    await db.sql.query(`UPDATE player SET name = NULL, removed = true WHERE id = 'p-1004'`);
    const rows = await db.sql.query<{ id: string }>(
      `SELECT id FROM battle WHERE tournament_slug = 'brno-warm-up-2026' LIMIT 1`,
    );
    const hidden = ['/tournaments/brno-warm-up-2026', `/battles/${rows[0]?.id}`, '/players/p-1004'];
    const anonymous = async (path: string) => {
      const response = await visit(path);
      return [response.status, await response.text(), response.headers.get('cache-control')];
    };
    const [first] = PLACES;
    const known = await anonymous(first ?? '');
    expect(known).toStrictEqual([404, expect.stringContaining('Page not found'), 'no-store']);
    for (const path of [...PLACES, ...hidden]) {
      await soon(async () => expect([path, ...(await anonymous(path))]).toStrictEqual([path, ...known]));
    }
    for (const path of ['/search?q=brno', '/tournaments.ics', '/tournaments?text=brno', '/feed.atom']) {
      await soon(async () =>
        expect([path, await (await visit(path)).text()]).not.toMatchObject([
          path,
          expect.stringContaining('brno-warm-up-2026'),
        ]),
      );
    }
  });

  test('is said to programs in their own form', async () => {
    const statusOf = async (path: string, headers: Record<string, string>) => {
      const response = await visit(path, headers);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      return response.status;
    };
    for (const key of [{}, { authorization: 'Bearer svc_v1_unknown' }]) {
      for (const path of ['/nothing', '/favicon.ico', '/api', '/api/v2/clubs', '/graphqlx', '/health/nothing']) {
        expect([path, await statusOf(path, { accept: '*/*', ...key })]).toStrictEqual([path, 404]);
      }
      for (const path of ['/api/v1', '/api/v1/nothing', '/graphql/nothing']) {
        expect([path, await statusOf(path, { accept: '*/*', ...key })]).toStrictEqual([path, 401]);
      }
    }
  });

  test('in capitals leads to what is there in small letters', async () => {
    const locationOf = async (path: string) => {
      const response = await visit(path);
      return [response.status, response.headers.get('location')];
    };
    for (const _again of [1, 2]) {
      expect(await locationOf('/tournaments/Spring-Clash-2026')).toStrictEqual([308, DEMO_PAGES.tournament]);
      expect(await locationOf('/tournaments/SPRING-CLASH-2026/swiss?round=2')).toStrictEqual([
        308,
        DEMO_PAGES['board, after a round'],
      ]);
      expect(await locationOf('/clubs/Northern-Legion')).toStrictEqual([308, DEMO_PAGES.club]);
      expect(await locationOf('/clubs/Northern-Legion.ics')).toStrictEqual([308, `${DEMO_PAGES.club}.ics`]);
      expect(await locationOf('/clubs/Nothing')).toStrictEqual([404, null]);
    }
  });
});

test.each([
  ['/tournaments?from=yesterday', 'from cannot be &quot;yesterday&quot;'],
  ['/search?q=north&q=south', 'q must be given only once'],
  ['/tournaments?status=lost', 'status cannot be &quot;lost&quot;'],
  ['/tournaments?from=2026-05-01&to=2026-04-01', 'from must not be after to'],
  ['/tournaments/spring-clash-2026/swiss?round=x', 'round cannot be'],
])('%s is a page that says what is wrong', async (path, said) => {
  const response = await visit(path);
  expect([response.status, response.headers.get('content-type')]).toStrictEqual([400, 'text/html; charset=utf-8']);
  expect(await response.text()).toContain(said);
});

test('a page that was linked too long ago leads to the first one', async () => {
  const response = await visit('/players?orderBy=busiest&after=expired');
  expect([response.status, response.headers.get('location')]).toStrictEqual([302, '/players?orderBy=busiest']);
});

test('pages of a listing follow each other to the end', async () => {
  const seen = new Set<string>();
  let path: string | undefined = '/players';
  let pages = 0;
  while (path !== undefined && pages < 50) {
    const html = await (await visit(path)).text();
    for (const [, id = ''] of html.matchAll(/href="\/players\/([^"/]+)"/g)) seen.add(id);
    path = /href="([^"]+)"[^>]*>Next page/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    pages += 1;
  }
  const rows = await db.sql.query<{ count: number }>('SELECT count(*)::int FROM player WHERE name IS NOT NULL');
  expect(seen.size).toBe(rows[0]?.count);
});

test('a faction has its best results whatever the word in its address', async () => {
  const results = async (slug: string) =>
    /<h2>Best results.*?<\/table>/s.exec(await (await visit(`/factions/${slug}`)).text())?.[0];
  const known = await results('gravemarch');
  expect(known).toMatch(/<a href="\/tournaments\//);
  const renamed = (from: string, to: string) =>
    db.sql.query(`UPDATE faction SET slug = '${to}' WHERE slug = '${from}'`);
  await renamed('gravemarch', 'the-dead');
  await soon(async () => expect(await results('the-dead')).toBe(known));
  await renamed('the-dead', 'gravemarch');
  await soon(async () => expect(await results('gravemarch')).toBe(known));
});

test('a faction leads to the tournaments it was played in, under whichever of its names', async () => {
  const played = async () => {
    const [, link] =
      /href="([^"]+)">Tournaments it was played in/.exec(await (await visit('/factions/gravemarch')).text()) ?? [];
    const html = await (await visit(link ?? '')).text();
    expect(html).toMatch(/<option value="gravemarch" selected>/);
    return [...html.matchAll(/href="(\/tournaments\/[^"]+)"/g)].map(([, path]) => path);
  };
  const named = (name: string, aliases: string[]) =>
    db.sql.query(`UPDATE faction SET name = $1, aliases = $2 WHERE slug = 'gravemarch'`, [name, aliases]);
  const known = await played();
  expect(known.length).toBeGreaterThan(1);
  await named('The Dead', ['Gravemarch']);
  await soon(async () => expect(await (await visit('/factions/gravemarch')).text()).toContain('The Dead'));
  expect(await played()).toStrictEqual(known);
  await named('Gravemarch', []);
});

test('factions are named above their columns, and have a small chart each with the numbers behind it', async () => {
  const html = await (await visit('/factions')).text();
  const names = [...html.matchAll(/class="upright"><bdi>([^<]+)/g)].map(([, name]) => name);
  expect(names).toContain('Stormhide Tribes');
  const [, charts = '', behind = ''] = /<ul class="sparks">(.*?)<\/ul>.*?<details>(.*?)<\/details>/s.exec(html) ?? [];
  expect(charts.match(/<li>/g)).toHaveLength(names.length);
  expect(behind).toContain('Win rate in tournaments that began in a month');
});

describe('in a text browser', () => {
  const hasBrowser = spawnSync('w3m', ['-version']).status === 0;
  const isSkipped = !hasBrowser && !process.env.REQUIRE_TEXT_BROWSER;
  if (isSkipped) console.log('Skipped for want of w3m (apt-get install w3m): a tournament in a text browser');

  test.skipIf(isSkipped)(
    'a tournament is read in order: what it is, who won, how, and who else was there',
    async () => {
      const html = await (await visit(DEMO_PAGES.tournament)).text();
      const options = ['-dump', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8', '-cols', '120'];
      const text = execFileSync('w3m', options, { input: html }).toString();
      const places = READ_IN_ORDER.map((words) => [words, text.search(words)] as const);
      expect(places.filter(([, place]) => place === -1)).toStrictEqual([]);
      expect(places.toSorted(([, a], [, b]) => a - b)).toStrictEqual(places);
      // Words that only the style sheet separates must be separate words here, too.
      expect(text).toMatch(/^1 +Jiří Dvořák ST Stormhide Tribes +7–0–1 119 +262 +\+113$/m);
      expect(text).toMatch(/Jiří Dvořák won +13$/m);
    },
  );

  /** The lookaheads match a heading rather than a link to it, which comes earlier. */
  const READ_IN_ORDER = [
    /Skip to content/,
    /Search/,
    /^\W*Spring Clash 2026/m,
    /Winner/,
    /Jiří Dvořák/,
    /\nKnockout\n(?=[\s\S]*Final)/,
    /\nFinal Standings\n(?=[\s\S]*Final places)/,
    /\nSwiss[^\n]*\n(?=[\s\S]*How the leaders moved)/,
    /\nHow the leaders moved/,
    /\nThe field/,
    /\nLatest battles/,
    /For developers/,
  ];
});

describe('where the site is', () => {
  const urlOf = async (of: TestApp) => {
    const response = await of.get('/api/v1/clubs/northern-legion');
    return (await response.json()) as { data?: { url: string }; url?: string };
  };

  test('is the address of the request, unless it is named', async () => {
    const own = await createTestApp(db, { config: { siteUrl: null } });
    expect(JSON.stringify(await urlOf(own))).toContain('"http://gateway.test/clubs/northern-legion"');
    expect(JSON.stringify(await urlOf(app))).toContain(`"${SITE_URL}/clubs/northern-legion"`);
    const { body } = await own.graphql('{ player(id: "p-1003") { url } }');
    expect(body).toMatchObject({ data: { player: { url: 'http://gateway.test/players/p-1003' } } });
    const known = await createTestApp(db, { config: { siteUrl: null, publicUrl: 'https://results.example/gateway' } });
    const html = await (await visit('/', {}, 'GET', known)).text();
    expect(html).toContain('<link rel="canonical" href="https://results.example/gateway/"');
    expect(html.match(/(?:href|action)="\/(?!gateway\/)[^"]*"/g)).toBeNull();
  });

  test('is nowhere when it is switched off: the developers have the first page', async () => {
    const off = await createTestApp(db, { config: { site: false } });
    expect(await (await visit('/', {}, 'GET', off)).text()).toContain('Try it from a terminal');
    expect((await visit('/tournaments', {}, 'GET', off)).status).toBe(404);
    expect(await (await visit('/developers')).text()).toContain('Try it from a terminal');
  });
});

test('the operator is on every page, and in what programs read', async () => {
  const operator = {
    name: 'League <of> the North',
    imprintUrl: 'https://league.example/imprint',
    privacyUrl: 'https://league.example/privacy',
    contact: 'mail@league.example',
    accent: '#1f6f8b',
  };
  const own = await createTestApp(db, { config: { operator, publicUrl: 'https://results.example/gateway' } });
  const html = await (await visit(DEMO_PAGES.tournament, {}, 'GET', own)).text();
  expect(html).toContain('<title>Spring Clash 2026 · League &lt;of> the North</title>');
  expect(html).toContain('<meta property="og:site_name" content="League &lt;of> the North"/>');
  expect(html).toContain('"eventStatus":"https://schema.org/EventScheduled"');
  const [, footer = ''] = html.split('<footer');
  const links = [...footer.matchAll(/href="([^"]+)">(Imprint|Privacy|Contact)</g)].map(([, url]) => url);
  expect(links).toStrictEqual([operator.imprintUrl, operator.privacyUrl, 'mailto:mail@league.example']);
  expect(footer).toContain('href="/gateway/method"');
  const [, path = ''] = /<link rel="manifest" href="\/gateway([^"]+)"/.exec(html) ?? [];
  const manifest = await (await visit(path, {}, 'GET', own)).json();
  expect(manifest).toMatchObject({ name: operator.name, start_url: '.' });
  for (const { src, type } of manifest.icons) {
    const icon = await visit(`/${src}`, {}, 'GET', own);
    expect([icon.status, icon.headers.get('content-type')]).toStrictEqual([200, type]);
  }
  expect(html).toMatch(/<link rel="apple-touch-icon" href="\/gateway\/icon-\w{10}\.png"/);
  expect(await (await visit('/feed.atom', {}, 'GET', own)).text()).toContain('<title>League &#60;of&#62; the North<');
});

test('the method says where ratings predict worse, and what very likely means, once', async () => {
  const text = (await (await visit(DEMO_PAGES.method)).text()).replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  expect(text).toContain(
    'With few battles they need not: after a dozen tournaments of sixteen players, simply comparing how often the two ' +
      'players have won before is better in 65 of 100 simulated worlds, and Elo in 30.',
  );
  expect(text).toContain('On 16,734 real battles of 419 tournaments they predicted results better than Elo');
  expect(text.match(/19 times out of 20/g)).toHaveLength(1);
});

test('the guide for developers is a page of the site', async () => {
  const html = await (await visit('/developers/guide')).text();
  for (const part of ['what-has-changed', 'caches-of-clients', 'live', 'rate-limits', 'what-a-document-may-ask-for']) {
    expect(html).toMatch(new RegExp(`<h[23] id="${part}">`));
  }
  expect(html).toContain('<a href="/tournaments">');
  expect(html).toContain('<a href="/method#ratings-glicko2-2">method</a>');
  const [, article = ''] = /<article[^>]*>(.*)<\/article>/s.exec(html) ?? [];
  const anchors = new Set([...article.matchAll(/id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, id] of article.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(id);
  expect(article.replace(/<(code|pre)[^>]*>.*?<\/\1>/gs, '')).not.toMatch(/[`|]|\*\*|\]\(|^#|\.md\b/m);
  expect(await (await visit('/developers')).text()).toContain('href="developers/guide"');
});

describe('visitors', () => {
  test('of one address may send so many requests a second, apart from those with a key', async () => {
    const config = { siteRateLimit: 3, trustProxy: 1 };
    const strict = await createTestApp(db, { config });
    const from = (address: string, path = '/clubs') => visit(path, { 'x-forwarded-for': address }, 'GET', strict);
    const flood = await Promise.all(Array.from({ length: 5 }, () => from('203.0.113.7')));
    expect(flood.map(({ status }) => status).toSorted()).toStrictEqual([200, 200, 200, 429, 429]);
    const refused = flood.find(({ status }) => status === 429);
    expect([refused?.headers.get('content-type'), refused?.headers.get('retry-after')]).toStrictEqual([
      'text/html; charset=utf-8',
      '1',
    ]);
    expect(await refused?.text()).toContain('Too many requests');
    expect((await from('203.0.113.8')).status).toBe(200);
    // A flood that goes on is answered no faster: each refusal takes a second, so this is the next.
    expect((await from('made-up, 203.0.113.7')).status).toBe(200);
    expect((await strict.get('/api/v1/clubs/northern-legion', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
  });

  test('cannot have what needs a key from what pages are made of', async () => {
    const path = '/api/v1/clubs/northern-legion';
    await app.get(path);
    expect((await visit(path)).status).toBe(401);
  });
});

test('an outage is a page that says so, and not a blank', async () => {
  const lost = Object.assign(new Error('Connection terminated'), { code: 'ECONNREFUSED' });
  const snapshot = () => {
    throw lost;
  };
  const config = { cacheBytes: 0 };
  const broken = await createTestApp(
    { ...db, snapshot },
    { documented: false, config, deps: { log: () => undefined } },
  );
  const response = await visit('/tournaments', {}, 'GET', broken);
  expect([response.status, response.headers.get('retry-after')]).toStrictEqual([503, '2']);
  expect(await response.text()).toContain('The results cannot be reached right now');
});
