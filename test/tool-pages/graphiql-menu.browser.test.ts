// The menu of examples in GraphiQL, and URLs that name one.
import { afterEach, expect, test } from 'vitest';
import { describeDemoSite, PHONE, soon } from './demo-site.js';
import { GraphiqlWindow, textOf } from './graphiql-window.js';

const TABS = ['Welcome', 'TournamentsPage', 'TournamentPage', 'ClubPage', 'PlayerPage', 'BattlePage'];

describeDemoSite("GraphiQL's menu of examples", (site) => {
  let window: GraphiqlWindow;
  afterEach(async () => {
    expect(window.page.troubles).toEqual([]);
    await window.page.context().close();
  });
  const tabs = () => window.tabs.allInnerTexts();
  const active = () => window.activeTab.innerText();

  test('has the pages of the website, a subscription and the REST routes', async () => {
    window = await GraphiqlWindow.open(site);
    const groups = window.menu.locator('optgroup');
    expect(await groups.evaluateAll((all) => all.map((group) => group.getAttribute('label')))).toEqual([
      'Pages of the website',
      'Subscriptions',
      'REST routes',
    ]);
    expect(await groups.nth(0).locator('option').allTextContents()).toEqual(TABS);
    expect(await groups.nth(2).locator('option').allTextContents()).toEqual([
      '/battles/{id}',
      '/changes',
      '/clubs',
      '/clubs/{slug}',
      '/clubs/{slug}/battles',
      '/clubs/{slug}/tournaments',
      '/factions',
      '/ratings',
      '/search',
      '/statistics/factions',
      '/statistics/matchups',
      '/tournaments',
      '/tournaments/{slug}',
      '/tournaments/{slug}/battles',
      '/tournaments/{slug}/participants',
      '/tournaments/{slug}/standings',
      '/users/{publicId}',
      '/users/{publicId}/battles',
    ]);
  });

  test('opens a route in a tab of its own, with the key, ready to run', async () => {
    window = await GraphiqlWindow.open(site);
    await window.choose('/clubs/{slug}');
    expect(await tabs()).toEqual([...TABS, 'Club']);
    expect(await active()).toBe('Club');
    expect(await textOf(window.query)).toContain('# GET /api/v1/clubs/{slug}');
    expect(await textOf(window.headers)).toContain('"Authorization": "Bearer svc_v1_demo"');
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"name": "Northern Legion"'));
  });

  test('runs a subscription, which shows the first result at once and the next when something has changed', async () => {
    window = await GraphiqlWindow.open(site);
    await window.choose('Standings of a tournament as they change');
    expect(await active()).toBe('LiveStandings');
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"round":'));
    await site.db.sql.query(
      `UPDATE participant SET name = 'Somebody Else' WHERE tournament_slug = 'autumn-open-2026' AND player_id IS NULL`,
    );
    await site.db.sql.query(`UPDATE player SET name = 'Somebody Else' WHERE id IN (
      SELECT player_id FROM participant WHERE tournament_slug = 'autumn-open-2026')`);
    await soon(async () => expect(await textOf(window.answer)).toContain('Somebody Else'));
    await window.press(/^Stop query/);
  });

  test('goes to an example that is open, and opens it anew once it was changed', async () => {
    window = await GraphiqlWindow.open(site);
    await window.choose('ClubPage');
    expect(await active()).toBe('ClubPage');
    expect(await tabs()).toEqual(TABS);
    await window.type('query Mine { __typename }');
    await window.choose('ClubPage');
    expect(await tabs()).toEqual([...TABS.with(3, 'Mine'), 'ClubPage']);
    expect(await active()).toBe('ClubPage');
  });

  test('an opened route is there after a reload, and beside the restored examples', async () => {
    window = await GraphiqlWindow.open(site);
    await window.choose('/battles/{id}');
    await window.page.reload();
    await window.ready();
    expect([await tabs(), await active()]).toEqual([[...TABS, 'Battle'], 'Battle']);
    await window.pressAndReload('Restore examples');
    expect([await tabs(), await active()]).toEqual([[...TABS, 'Battle'], 'Welcome']);
  });

  test('an address that names an example opens it, once', async () => {
    window = await GraphiqlWindow.open(site, undefined, '#TournamentStandings');
    expect([await tabs(), await active()]).toEqual([[...TABS, 'TournamentStandings'], 'TournamentStandings']);
    expect(window.page.url()).toBe(`${site.served.url}/graphql`);
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"type": "bracket"'));
    await window.page.evaluate(`location.hash = 'ClubPage'`);
    await soon(async () => expect(await active()).toBe('ClubPage'));
    await window.page.evaluate(`location.hash = 'TournamentStandings'`);
    await soon(async () => expect(await active()).toBe('TournamentStandings'));
    expect(await tabs()).toEqual([...TABS, 'TournamentStandings']);
  });

  test('an address that names nothing we have opens the welcome', async () => {
    window = await GraphiqlWindow.open(site, undefined, '#constructor');
    expect([await tabs(), await active()]).toEqual([TABS, 'Welcome']);
  });

  test('on a phone the menu is in reach, and the tab it opens is in sight', async () => {
    window = await GraphiqlWindow.open(site, PHONE);
    await window.choose('/tournaments/{slug}/participants');
    await soon(async () => {
      const { x = -1, width = 0 } = (await window.activeTab.boundingBox()) ?? {};
      expect(await active()).toBe('TournamentParticipants');
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    });
    const menu = await window.menu.boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 999)).toBeLessThan(390);
    expect(await window.page.evaluate('[scrollY, document.documentElement.scrollWidth]')).toEqual([0, 390]);
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"player":'));
  });

  test('may be used before GraphiQL is ready', async () => {
    window = await GraphiqlWindow.open(site);
    await window.page.reload({ waitUntil: 'commit' });
    await window.menu.selectOption('/clubs/{slug}');
    await soon(async () => expect([await tabs(), await active()]).toEqual([[...TABS, 'Club'], 'Club']));
    expect(await textOf(window.query)).toContain('query Club(');
  });
});
