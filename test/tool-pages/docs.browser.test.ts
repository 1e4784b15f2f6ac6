// The REST reference in a real browser.
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { SITE_URL } from '../support/app.js';
import { FRAME_RULES, violationsOn } from '../support/axe.js';
import { setDataOwner } from '../support/data-owner.js';
import { DESKTOP, describeDemoSite, PHONE, soon } from './demo-site.js';
import { DocsWindow } from './docs-window.js';
import { GraphiqlWindow, textOf } from './graphiql-window.js';
import { serve } from './serve.js';

const STANDINGS = '/api/v1/tournaments/{slug}/standings';

describeDemoSite('The REST reference', (site) => {
  let window: DocsWindow;
  afterEach(async () => {
    expect(window.page.troubles).toEqual([]);
    await window.page.context().close();
  });

  test('opens with every route and the demo key, nothing from elsewhere, one main part and nothing beside its landmarks', async () => {
    window = await DocsWindow.open(site);
    const paths = window.page.locator('[data-path]');
    expect((await paths.evaluateAll((all) => all.map((path) => path.getAttribute('data-path')))).toSorted()).toEqual([
      '/api/v1/battles/{id}',
      '/api/v1/changes',
      '/api/v1/clubs',
      '/api/v1/clubs/{slug}',
      '/api/v1/clubs/{slug}/battles',
      '/api/v1/clubs/{slug}/tournaments',
      '/api/v1/factions',
      '/api/v1/ratings',
      '/api/v1/search',
      '/api/v1/statistics/factions',
      '/api/v1/statistics/matchups',
      '/api/v1/tournaments',
      '/api/v1/tournaments/{slug}',
      '/api/v1/tournaments/{slug}/battles',
      '/api/v1/tournaments/{slug}/participants',
      '/api/v1/tournaments/{slug}/standings',
      '/api/v1/users/{publicId}',
      '/api/v1/users/{publicId}/battles',
    ]);
    expect(await window.keyField.inputValue()).toBe('svc_v1_demo');
    await soon(async () => expect(await violationsOn(window.page, FRAME_RULES)).toStrictEqual([]));
  });

  test('a route can be tried at once, and shows what was sent, the status and the body', async () => {
    window = await DocsWindow.open(site);
    await window.openRoute(STANDINGS);
    await window.fill('slug', 'spring-clash-2026');
    await window.fill('stage', 'knockout');
    await window.execute();
    await soon(async () => expect(await window.status.innerText()).toBe('200'));
    expect(await window.body.innerText()).toContain('"name": "Knockout"');
    const curl = await window.curl.innerText();
    expect(curl).toContain(`${site.served.url}/api/v1/tournaments/spring-clash-2026/standings?stage=knockout`);
    expect(curl).toContain('Authorization: Bearer svc_v1_demo');
  });

  test('a wrong key shows the 401', async () => {
    window = await DocsWindow.open(site);
    await window.keyField.fill('svc_v1_wrong');
    await window.openRoute('/api/v1/tournaments');
    await window.execute();
    await soon(async () => expect(await window.status.innerText()).toBe('401'));
    expect(await window.body.innerText()).toContain('"message": "Invalid API key"');
    window.page.troubles.length = 0;
  });

  test('a key given here is the one in GraphiQL, in all its tabs, and the other way round', async () => {
    window = await DocsWindow.open(site);
    for (const key of [site.app.key, 'svc_v1_demo']) {
      await window.keyField.fill(key);
      await window.page.goto(`${site.served.url}/graphql`);
      const graphiql = await GraphiqlWindow.over(window.page);
      expect(await graphiql.keyField.inputValue()).toBe(key);
      for (const { headers } of await graphiql.storedTabs()) expect(headers).toContain(`"Bearer ${key}"`);
      await window.page.goto(`${site.served.url}/docs`);
    }
    await window.page.goto(`${site.served.url}/graphql`);
    const graphiql = await GraphiqlWindow.over(window.page);
    await graphiql.keyField.fill(site.app.key);
    await graphiql.pressAndReload('Use in all tabs');
    await window.page.goto(`${site.served.url}/docs`);
    expect(await window.keyField.inputValue()).toBe(site.app.key);
  });

  test('each route shows the GraphQL operation that answers it, and opens it in GraphiQL', async () => {
    window = await DocsWindow.open(site, DESKTOP, '#/Tournaments/tournamentStandings');
    expect(await window.graphql.locator('pre').first().isVisible()).toBe(false);
    await window.graphql.getByText('The same over GraphQL').click();
    expect(await window.graphql.innerText()).toContain('query TournamentStandings($slug: String!, $stage: String) {');
    expect(await window.graphql.innerText()).toContain('"slug": "spring-clash-2026"');
    await window.graphql.getByText('Open in GraphiQL').click();
    const graphiql = await GraphiqlWindow.over(window.page);
    expect(await graphiql.activeTab.innerText()).toBe('TournamentStandings');
    await graphiql.run();
    await soon(async () => expect(await textOf(graphiql.answer)).toContain('"type": "bracket"'));
  });

  test('without the demo world nothing of it is filled in', async () => {
    await setDataOwner(site.db.sql, 'own');
    onTestFinished(() => setDataOwner(site.db.sql, 'demo'));
    window = await DocsWindow.open(site);
    expect(await window.keyField.inputValue()).toBe('svc_v1_YOUR_KEY');
    await window.openRoute('/api/v1/clubs/{slug}');
    expect(await window.parameter('slug').inputValue()).toBe('');
    await window.graphql.getByText('The same over GraphQL').click();
    expect(await window.graphql.innerText()).not.toContain('northern-legion');
  });

  test('asks where it was opened, whatever address the service is known by, and names GraphiQL only if it is there', async () => {
    const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1000 };
    const other = { ...config, publicUrl: 'https://results.example', persistedOnly: true };
    const app = await createApp({ config: other, db: site.db, log: console.error });
    window = await DocsWindow.open({ ...site, served: await serve(app) });
    expect(await window.page.getByText('GraphiQL').count()).toBe(0);
    await window.openRoute('/api/v1/tournaments');
    await window.execute();
    await soon(async () => expect(await window.status.innerText()).toBe('200'));
    await window.graphql.getByText('The same over GraphQL').click();
    expect(await window.graphql.getByRole('link').count()).toBe(0);
    await app.close();
  });

  test('on a phone nothing is cut off or too pale, in light and dark colours', async () => {
    window = await DocsWindow.open(site, PHONE);
    await window.openRoute(STANDINGS);
    await window.fill('slug', 'spring-clash-2026');
    await window.execute();
    await soon(async () => expect(await window.status.innerText()).toBe('200'));
    await window.graphql.getByText('The same over GraphQL').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.page.emulateMedia({ colorScheme });
      expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      for (const part of [window.body, window.curl, window.graphql, window.parameter('slug'), window.keyField]) {
        const { x = -1, width = 0 } = (await part.boundingBox()) ?? {};
        expect([x >= 0, x + width <= 390, width > 200]).toEqual([true, true, true]);
      }
      const ground = await window.page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      expect(ground).toBe(colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgba(0, 0, 0, 0)');
      await soon(async () => expect(await violationsOn(window.page, ['color-contrast'])).toStrictEqual([]));
    }
  });
});
