// GraphiQL in a real browser, over a real port.
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { ownedByDemo, ownedByOperator } from '../../src/bundle/data-owner.js';
import { loadDemoWorld } from '../../src/bundle/demo/load.js';
import type { Db } from '../../src/db/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
import { openTestDb } from '../support/database.js';
import { GraphiqlWindow } from './graphiql-window.js';
import { type Served, serve } from './serve.js';

const embedded = 'file' in inject('template');
if (!embedded) console.log('GraphiQL in a browser: on the embedded database only, the page being the same on both.');

const EXAMPLES = ['Welcome', 'HomePage', 'TournamentPage', 'ClubPage', 'PlayerPage', 'BattlePage'];
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 100 });
const textOf = async (place: { innerText(): Promise<string> }) => (await place.innerText()).replaceAll('\u00a0', ' ');

// A page takes three seconds to be ready, and many times that on a busy machine.
describe.runIf(embedded)('on one database', { timeout: 120_000 }, () => {
  describeInBrowser('GraphiQL', () => {
    let browser: Browser;
    let db: Db;
    let app: TestApp;
    let served: Served;
    let window: GraphiqlWindow;
    beforeAll(async () => {
      browser = await openBrowser();
      db = await openTestDb();
      await loadDemoWorld(db);
      app = await createTestApp(db);
      served = await serve(app);
    }, 180_000);
    afterEach(async () => {
      expect(window.page.troubles).toEqual([]);
      await window.page.context().close();
    });

    test('opens with the named examples, the welcome and the demo key, and nothing from elsewhere', async () => {
      window = await GraphiqlWindow.open(browser, served.url);
      expect(await window.tabs.allInnerTexts()).toEqual(EXAMPLES);
      expect(await textOf(window.query)).toContain('# Welcome!');
      expect(await textOf(window.headers)).toContain('"Authorization": "Bearer svc_v1_demo"');
      expect(await window.keyField.inputValue()).toBe('svc_v1_demo');
    });

    test('an example runs and shows data', async () => {
      window = await GraphiqlWindow.open(browser, served.url);
      await window.openTab('ClubPage');
      await window.run();
      await soon(async () => expect(await textOf(window.answer)).toContain('"name": "Northern Legion"'));
    });

    test('the documentation explains a type, and autocomplete offers its fields', async () => {
      window = await GraphiqlWindow.open(browser, served.url);
      await window.press('Show Documentation Explorer');
      await window.docs.getByText('Tournament', { exact: true }).click();
      await soon(async () => {
        expect(await textOf(window.docs)).toContain('An event organised by a club or by individuals.');
      });
      await window.newTab();
      await window.type('{ tournaments { nodes { organ');
      await soon(async () => {
        expect((await window.suggestions.allInnerTexts()).join()).toMatch(/organizer/);
      });
    });

    test('what was typed is there after a reload, which transfers nothing, in as many tabs as before', async () => {
      window = await GraphiqlWindow.open(browser, served.url);
      await window.openTab('HomePage');
      await window.type('query Mine { __typename }');
      const before = await window.storedTabs();
      served.answers.length = 0;
      await window.page.reload();
      await window.ready();
      expect(served.answers[0]).toBe('GET 304');
      expect(await window.tabs.allInnerTexts()).toEqual(EXAMPLES.with(1, 'Mine'));
      expect(await textOf(window.query)).toContain('query Mine');
      expect(await window.storedTabs()).toEqual(before);
      expect(window.page.url()).toBe(`${served.url}/graphql`);
    });

    test('a key given once is used in all tabs, except where the visitor typed another', async () => {
      window = await GraphiqlWindow.open(browser, served.url);
      await window.headers.click();
      await window.page.keyboard.press('Control+A');
      await window.page.keyboard.insertText(`{"authorization": "Bearer ${app.key}", "x-mine": "1"}`);
      await window.keyField.fill(app.key);
      await window.pressAndReload('Use in all tabs');
      const [first, ...others] = await window.storedTabs();
      expect(first?.headers).toContain('"x-mine"');
      for (const { headers } of others) expect(JSON.parse(headers)).toEqual({ Authorization: `Bearer ${app.key}` });
      await window.openTab('PlayerPage');
      await window.run();
      await soon(async () => expect(await textOf(window.answer)).toContain('"id": "p-1003"'));
    });

    test('examples that were closed or changed come back, beside what the visitor wrote', async () => {
      window = await GraphiqlWindow.open(browser, served.url);
      await window.type('query Mine { __typename }');
      await window.press('Close Tab');
      await window.openTab('BattlePage');
      await window.type('query Mine { __typename }');
      await window.pressAndReload('Restore examples');
      expect(await window.tabs.allInnerTexts()).toEqual([...EXAMPLES, 'Mine']);
    });

    test('without the demo world a placeholder says where the key goes, and the key makes it work', async () => {
      await ownedByOperator(db.sql);
      onTestFinished(() => ownedByDemo(db.sql));
      window = await GraphiqlWindow.open(browser, served.url);
      expect(await textOf(window.headers)).toContain('"Authorization": "Bearer svc_v1_YOUR_KEY"');
      await soon(async () => expect(await textOf(window.answer)).toContain('Invalid API key'));
      window.page.troubles.length = 0;
      await window.keyField.fill(app.key);
      await window.pressAndReload('Use in all tabs');
      await window.run();
      await soon(async () => expect(await textOf(window.answer)).toContain('"tournaments"'));
    });

    test('on a phone the answer is below the question and nothing is cut off', async () => {
      window = await GraphiqlWindow.open(browser, served.url, {
        viewport: { width: 390, height: 844 },
        isMobile: true,
      });
      await window.run();
      await soon(async () => expect(await textOf(window.answer)).toContain('"tournaments"'));
      const [query, answer] = [await window.query.boundingBox(), await window.answer.boundingBox()];
      expect(answer?.y).toBeGreaterThan((query?.y ?? 0) + 150);
      expect(answer?.width).toBeGreaterThan(300);
      expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    });
  });
});
