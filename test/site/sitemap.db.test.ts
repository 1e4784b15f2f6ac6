// The sitemap, in a world with more players than fit in one file.
import { expect, test } from 'vitest';
import { createTestApp, SITE_URL } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { battle, casual, club, load, player, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
const MANY = 2_100;

const participants = [{ playerId: 'a' }, { playerId: 'b' }];
const event = (slug: string, published: boolean) => tournament({ slug, published, stages: [swiss()], participants });
await load(db, [
  club({ slug: 'club-&-<co>' }),
  player('a'),
  player('b'),
  player('gone'),
  event('open', true),
  event('hidden', false),
  battle('open-1', {
    tournament: 'open',
    sides: result('win', [{ faction: 'Gravemarch' }, { faction: 'Hollow Star' }]),
  }),
  battle('open-2', { tournament: 'open', archived: true }),
  battle('hidden-1', { tournament: 'hidden' }),
  casual('casual-1'),
]);
await db.sql.query(`UPDATE player SET name = NULL, removed = true WHERE id = 'gone'`);
await db.sql.query(`INSERT INTO player (id, name) SELECT 'p&' || n, 'Player ' || n FROM generate_series(1, ${MANY}) n`);
const app = await createTestApp(db, { remember: true });

test('callers cannot ask for it, nor see that it is there', async () => {
  const { body } = await app.graphql('{ sitemap { kind } }');
  expect(body.errors[0].message).toBe('Cannot query field "sitemap" on type "Query".');
  const seen = await app.graphql('{ __schema { types { name } queryType { fields { name } } } }');
  expect(JSON.stringify(seen.body.data)).not.toMatch(/sitemap|PageKind/i);
  expect(await (await app.get('/schema.graphql')).text()).not.toMatch(/sitemap|PageKind/i);
});

const visit = (path: string) => app.fetch(new Request(`http://gateway.test${path}`));
const LOC = /<loc>([^<]*)<\/loc>/g;
const places = async (path: string) => {
  const response = await visit(path);
  expect([path, response.status, response.headers.get('content-type')]).toStrictEqual([
    path,
    200,
    'application/xml; charset=utf-8',
  ]);
  return [...(await response.text()).matchAll(LOC)].map(([, url = '']) => {
    expect(url.startsWith(`${SITE_URL}/`)).toBe(true);
    return url.slice(SITE_URL.length).replaceAll('&#38;', '&');
  });
};

async function everything() {
  const files = await places('/sitemap.xml');
  const listed: string[] = [];
  for (const file of files) listed.push(...(await places(file)));
  return { files, listed };
}

test('robots.txt names the index, and from there every page is listed once, and nothing that cannot be seen', async () => {
  expect(await (await visit('/robots.txt')).text()).toContain(`Sitemap: ${SITE_URL}/sitemap.xml\n`);
  const { files, listed } = await everything();
  expect(files.filter((file) => file.startsWith('/sitemap/players/'))).toHaveLength(3);
  const players = [...Array(MANY).keys()].map((n) => `/players/p%26${n + 1}`);
  const battles = ['/battles/casual-1', '/battles/open-1'];
  const sections = ['/tournaments', '/players', '/clubs', '/factions', '/ratings'];
  expect(listed.toSorted()).toStrictEqual(
    [
      '/',
      ...sections,
      '/method',
      '/developers',
      '/developers/guide',
      '/tournaments/open',
      '/clubs/club-%26-%3Cco%3E',
      '/players/a',
      '/players/b',
      ...players,
      ...battles,
      '/factions/gravemarch',
      '/factions/hollow-star',
    ].toSorted(),
  );
  for (const path of listed.filter((each) => !each.startsWith('/players/p'))) {
    expect([path, (await visit(path)).status]).toStrictEqual([path, 200]);
  }
});

test('the files are remembered, and tell of what has been published since', async () => {
  // What the world before made stale may still be brought up to date.
  const again = () => statementsOf(async () => expect((await everything()).files.length).toBeGreaterThan(5));
  await expect.poll(again).toStrictEqual([]);
  await db.sql.query(`UPDATE tournament SET published = true WHERE slug = 'hidden'`);
  await soon(async () => {
    const { listed } = await everything();
    expect(listed).toContain('/tournaments/hidden');
    expect(listed).toContain('/battles/hidden-1');
  });
});

test('what cannot be seen begins no part, and hides nothing that comes after it', async () => {
  const all = (await db.sql.query<{ id: string }>(`SELECT id FROM player WHERE NOT removed ORDER BY id`)).map(
    ({ id }) => id,
  );
  const gone = all.slice(950, 1_050);
  await db.sql.query(`UPDATE player SET name = NULL, removed = true WHERE id = ANY($1)`, [gone]);
  const left = all.filter((id) => !gone.includes(id)).map((id) => `/players/${encodeURIComponent(id)}`);
  await soon(async () => {
    const { files, listed } = await everything();
    // A part whose first rows are gone has as many of the next ones, so players may be listed twice.
    const players = new Set(listed.filter((path) => path.startsWith('/players/')));
    expect([...players].toSorted()).toStrictEqual(left.toSorted());
    for (const id of gone) expect(files).not.toContain(`/sitemap/players/${encodeURIComponent(id)}.xml`);
  });
});

test.each(['/sitemap/players/~~~.xml', '/sitemap/things/a.xml', '/sitemap/clubs/%E0%A4%A.xml'])(
  'there is no %s',
  async (path) => {
    const response = await app.fetch(new Request(`http://gateway.test${path}`, { headers: { accept: 'text/html' } }));
    expect(response.status).toBe(404);
  },
);
