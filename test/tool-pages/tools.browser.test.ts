// GraphiQL, the REST reference and the landing page in a real browser, each in one visit: a page takes seconds to load.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { SITE_URL } from '../support/app.js';
import { FRAME_RULES, violationsOn } from '../support/axe.js';
import { newVisitor, type WatchedPage } from '../support/browser.js';
import { setDataOwner } from '../support/data-owner.js';
import { DESKTOP, describeDemoSite, PHONE, soon } from './demo-site.js';
import { DocsWindow } from './docs-window.js';
import { GraphiqlWindow, textOf } from './graphiql-window.js';
import { serve } from './serve.js';

const EXAMPLES = ['Welcome', 'TournamentsPage', 'TournamentPage', 'ClubPage', 'PlayerPage', 'BattlePage'];
const STANDINGS = '/api/v1/tournaments/{slug}/standings';

describeDemoSite('The tools', (site) => {
  const leave = async (page: WatchedPage) => {
    expect(page.troubles).toEqual([]);
    await page.context().close();
  };

  test('GraphiQL has the examples, runs them, a subscription too, explains types, and keeps what was typed', async () => {
    // An address that names no example opens none.
    const window = await GraphiqlWindow.over(
      await newVisitor(site.browser, `${site.served.url}/graphql#constructor`, DESKTOP),
    );
    const { page } = window;
    const tabs = () => window.tabs.allInnerTexts();
    const active = () => window.activeTab.innerText();
    const answers = (text: string) => soon(async () => expect(await textOf(window.answer)).toContain(text));
    expect(await tabs()).toEqual(EXAMPLES);
    expect(await textOf(window.query)).toContain('# Welcome!');
    expect(await textOf(window.headers)).toContain('"Authorization": "Bearer svc_v1_demo"');
    expect(await violationsOn(page, FRAME_RULES)).toStrictEqual([]);
    await window.openTab('ClubPage');
    await window.run();
    await answers('"name": "Northern Legion"');
    await window.press('Show Documentation Explorer');
    await window.docs.getByText('Tournament', { exact: true }).click();
    await soon(async () => expect(await window.docs.innerText()).toMatch(/tournamentOrganizers/));
    await window.newTab();
    await window.type('{ tournaments { nodes { organ');
    await soon(async () => expect((await window.suggestions.allInnerTexts()).join()).toMatch(/organizer/));
    await page.keyboard.press('Escape');
    await window.type('query Mine { __typename }');
    await soon(async () => expect((await window.storedTabs()).map(({ title }) => title)).toContain('Mine'));
    // The menu opens a route in a tab of its own, and goes to an example that is open.
    await window.choose('/clubs/{slug}');
    expect([await tabs(), await active()]).toEqual([[...EXAMPLES, 'Mine', 'Club'], 'Club']);
    expect(await textOf(window.query)).toContain('# GET /api/v1/clubs/{slug}');
    await window.run();
    await answers('"name": "Northern Legion"');
    site.served.answers.length = 0;
    await window.choose('ClubPage');
    expect(site.served.answers[0]).toBe('GET 304');
    expect([await tabs(), await active()]).toEqual([[...EXAMPLES, 'Mine', 'Club'], 'ClubPage']);
    // An example that was changed comes back, beside what the visitor wrote.
    await window.type('query Other { __typename }');
    await soon(async () => expect((await window.storedTabs()).map(({ title }) => title)).toContain('Other'));
    await window.pressAndReload('Restore examples');
    expect([(await tabs()).toSorted(), await active()]).toEqual([
      [...EXAMPLES, 'Mine', 'Club', 'Other'].toSorted(),
      'Welcome',
    ]);
    // A subscription shows the next result when something has changed.
    await page.evaluate(`location.hash = 'LiveStandings'`);
    await soon(async () => expect(await active()).toBe('LiveStandings'));
    await window.run();
    await answers('"round":');
    await site.db.sql.query(
      `UPDATE participant SET name = 'Somebody Else' WHERE tournament_slug = 'autumn-open-2026' AND player_id IS NULL`,
    );
    await site.db.sql.query(`UPDATE player SET name = 'Somebody Else' WHERE id IN (
      SELECT player_id FROM participant WHERE tournament_slug = 'autumn-open-2026')`);
    await answers('Somebody Else');
    await window.press(/^Stop query/);
    await leave(page);
  });

  test('what the landing page tells to run works, and is copied by a press; the reference that it leads to has every route; one can be tried, shows the 401, and opens as its operation; they lead back', async () => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const page = await newVisitor(site.browser, `${site.served.url}/developers`, { ...DESKTOP, ...permissions });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    const line = String(await page.evaluate('navigator.clipboard.readText()'));
    const [, url = '', , header = ''] = await argumentsOf(line);
    const response = await fetch(url, { headers: [header.split(': ') as [string, string]] });
    expect(await response.json()).toMatchObject({ data: [{}, {}, {}] });
    await page.getByRole('link', { name: 'REST reference' }).first().click();
    const window = await DocsWindow.over(page);
    expect(await window.page.locator('[data-path]').count()).toBe(18);
    expect(await window.keyField.inputValue()).toBe('svc_v1_demo');
    await soon(async () => expect(await violationsOn(window.page, FRAME_RULES)).toStrictEqual([]));
    await window.openRoute(STANDINGS);
    await window.fill('slug', 'spring-clash-2026');
    await window.fill('stage', 'knockout');
    await window.execute();
    await soon(async () => expect(await window.status.innerText()).toBe('200'));
    expect(await window.body.innerText()).toContain('"name": "Knockout"');
    const curl = await window.curl.innerText();
    expect(curl).toContain(`${site.served.url}/api/v1/tournaments/spring-clash-2026/standings?stage=knockout`);
    expect(curl).toContain('Authorization: Bearer svc_v1_demo');
    expect(window.page.troubles).toEqual([]);
    await window.keyField.fill('svc_v1_wrong');
    await window.execute();
    await soon(async () => expect(await window.status.innerText()).toBe('401'));
    window.page.troubles.length = 0;
    // The key given here is the one of all tabs of GraphiQL.
    await window.keyField.fill(site.app.key);
    await window.graphql.getByText('The same over GraphQL').click();
    expect(await window.graphql.innerText()).toContain('query TournamentStandings($slug: String!, $stage: String) {');
    await window.graphql.getByText('Open in GraphiQL').click();
    const graphiql = await GraphiqlWindow.over(window.page);
    expect(await graphiql.activeTab.innerText()).toBe('TournamentStandings');
    await graphiql.run();
    await soon(async () => expect(await textOf(graphiql.answer)).toContain('"type": "bracket"'));
    for (const { headers } of await graphiql.storedTabs()) expect(headers).toContain(`"Bearer ${site.app.key}"`);
    await page.getByRole('link', { name: 'Battle results gateway' }).click();
    await page.getByText('Try it from a terminal').waitFor();
    await page.getByRole('link', { name: /^(Home|To the site)$/ }).click();
    await page.getByRole('heading', { name: 'Who played whom' }).waitFor();
    await leave(page);
  });

  test('without the demo world placeholders say where the key goes, and the key makes it work', async () => {
    await setDataOwner(site.db.sql, 'own');
    onTestFinished(() => setDataOwner(site.db.sql, 'demo'));
    const page = await newVisitor(site.browser, `${site.served.url}/graphql`, DESKTOP);
    const window = await GraphiqlWindow.over(page);
    expect(await window.keyField.inputValue()).toBe('svc_v1_YOUR_KEY');
    await soon(async () => expect(await textOf(window.answer)).toContain('Invalid API key'));
    page.troubles.length = 0;
    await window.headers.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"authorization": "Bearer svc_v1_mine"}');
    await window.keyField.fill(site.app.key);
    await window.pressAndReload('Use in all tabs');
    await window.openTab('TournamentsPage');
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"slug":'));
    // All have it, except where the visitor typed another, and so has the reference.
    const stored = (await window.storedTabs()).map(({ headers }) => headers);
    expect(stored.filter((headers) => headers.includes(`"Bearer ${site.app.key}"`))).toHaveLength(EXAMPLES.length - 1);
    expect(stored.filter((headers) => headers.includes('svc_v1_mine'))).toHaveLength(1);
    await page.goto(`${site.served.url}/docs`);
    const docs = await DocsWindow.over(page);
    expect(await docs.keyField.inputValue()).toBe(site.app.key);
    await docs.openRoute('/api/v1/clubs/{slug}');
    expect(await docs.parameter('slug').inputValue()).toBe('');
    await leave(page);
  });

  test('on a phone nothing is cut off or too pale, in light and dark colours; the reference asks where it was opened, and names GraphiQL only if it is there', async () => {
    const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1000 };
    const other = { ...config, publicUrl: 'https://results.example', persistedOnly: true };
    const app = await createApp({ config: other, db: site.db, log: console.error });
    const docs = await DocsWindow.over(await newVisitor(site.browser, `${(await serve(app)).url}/docs`, PHONE));
    const { page } = docs;
    await docs.openRoute(STANDINGS);
    await docs.fill('slug', 'spring-clash-2026');
    await docs.execute();
    await soon(async () => expect(await docs.status.innerText()).toBe('200'));
    await docs.graphql.getByText('The same over GraphQL').click();
    expect(await page.getByText('GraphiQL').count()).toBe(0);
    const parts = [docs.body, docs.curl, docs.graphql, docs.parameter('slug'), docs.keyField];
    const width = (of = page) => of.evaluate('document.documentElement.scrollWidth');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await width()).toBe(390);
      for (const part of parts) {
        const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
        expect([x >= 0, x + width <= 390, width > 200]).toEqual([true, true, true]);
      }
      const ground = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      expect(ground).toBe(colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgba(0, 0, 0, 0)');
      await soon(async () =>
        expect(await violationsOn(page, ['color-contrast'], ROUTES_LIKE_OTHERS)).toStrictEqual([]),
      );
    }
    await page.goto(page.url().replace('/docs', '/developers'));
    expect([await width(), await page.evaluate(`document.querySelector('pre').scrollWidth <= 350`)]).toEqual([
      390,
      true,
    ]);
    await leave(page);
    await app.close();
    const window = await GraphiqlWindow.over(
      await newVisitor(site.browser, `${site.served.url}/graphql#TournamentParticipants`, PHONE),
    );
    await soon(async () => {
      const { x = -1, width = 0 } = (await window.activeTab.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    });
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"player":'));
    const [query, answer] = [await window.query.boundingBox(), await window.answer.boundingBox()];
    expect(answer?.y).toBeGreaterThan((query?.y ?? 0) + 150);
    expect([await width(window.page), answer && answer.width > 300]).toEqual([390, true]);
    await leave(window.page);
  });
});

/** The arguments that a shell would pass to curl. */
async function argumentsOf(line: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`]);
  return stdout.split('\n');
}

/** Routes that are not open look like those of the first group. */
const ROUTES_LIKE_OTHERS = '.opblock-tag-section:nth-child(n + 2) .opblock:not(.is-open)';
