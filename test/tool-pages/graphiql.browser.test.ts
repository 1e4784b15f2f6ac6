import { afterEach, expect, onTestFinished, test } from 'vitest';
import { FRAME_RULES, violationsOn } from '../support/axe.js';
import { setDataOwner } from '../support/data-owner.js';
import { describeDemoSite, PHONE, soon } from './demo-site.js';
import { GraphiqlWindow, textOf } from './graphiql-window.js';

const EXAMPLES = ['Welcome', 'TournamentsPage', 'TournamentPage', 'ClubPage', 'PlayerPage', 'BattlePage'];

describeDemoSite('GraphiQL', (site) => {
  let window: GraphiqlWindow;
  afterEach(async () => {
    expect(window.page.troubles).toEqual([]);
    await window.page.context().close();
  });

  test('opens with the named examples, the welcome, the demo key, one main part and nothing beside its landmarks', async () => {
    window = await GraphiqlWindow.open(site);
    expect(await window.tabs.allInnerTexts()).toEqual(EXAMPLES);
    expect(await textOf(window.query)).toContain('# Welcome!');
    expect(await textOf(window.headers)).toContain('"Authorization": "Bearer svc_v1_demo"');
    expect(await window.keyField.inputValue()).toBe('svc_v1_demo');
    expect(await violationsOn(window.page, FRAME_RULES)).toStrictEqual([]);
  });

  test('an example runs and shows data', async () => {
    window = await GraphiqlWindow.open(site);
    await window.openTab('ClubPage');
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"name": "Northern Legion"'));
  });

  test('the documentation explains a type, and autocomplete offers its fields', async () => {
    window = await GraphiqlWindow.open(site);
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
    window = await GraphiqlWindow.open(site);
    await window.openTab('TournamentsPage');
    await window.type('query Mine { __typename }');
    await soon(async () => expect((await window.storedTabs()).map(({ title }) => title)).toContain('Mine'));
    const before = await window.storedTabs();
    site.served.answers.length = 0;
    await window.page.reload();
    await window.ready();
    expect(site.served.answers[0]).toBe('GET 304');
    expect(await window.tabs.allInnerTexts()).toEqual(EXAMPLES.with(1, 'Mine'));
    expect(await textOf(window.query)).toContain('query Mine');
    expect(await window.storedTabs()).toEqual(before);
    expect(window.page.url()).toBe(`${site.served.url}/graphql`);
  });

  test('a key given once is used in all tabs, except where the visitor typed another', async () => {
    window = await GraphiqlWindow.open(site);
    await window.headers.click();
    await window.page.keyboard.press('Control+A');
    await window.page.keyboard.insertText(`{"authorization": "Bearer ${site.app.key}", "x-mine": "1"}`);
    await window.keyField.fill(site.app.key);
    await window.pressAndReload('Use in all tabs');
    const [first, ...others] = await window.storedTabs();
    expect(first?.headers).toContain('"x-mine"');
    for (const { headers } of others) expect(JSON.parse(headers)).toEqual({ Authorization: `Bearer ${site.app.key}` });
    await window.openTab('PlayerPage');
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"publicId": "p-1003"'));
  });

  test('examples that were closed or changed come back, beside what the visitor wrote', async () => {
    window = await GraphiqlWindow.open(site);
    // Typed text is stored with a delay, which the next action must not overtake.
    const stored = async () => (await window.storedTabs()).map(({ title }) => title);
    await window.type('query Mine { __typename }');
    await soon(async () => expect(await stored()).toContain('Mine'));
    await window.press('Close Tab');
    await soon(async () => expect(await stored()).not.toContain('Mine'));
    await window.openTab('BattlePage');
    await window.type('query Mine { __typename }');
    await soon(async () => expect(await stored()).toContain('Mine'));
    await window.pressAndReload('Restore examples');
    expect(await window.tabs.allInnerTexts()).toEqual([...EXAMPLES, 'Mine']);
  });

  test('without the demo world a placeholder says where the key goes, and the key makes it work', async () => {
    await setDataOwner(site.db.sql, 'own');
    onTestFinished(() => setDataOwner(site.db.sql, 'demo'));
    window = await GraphiqlWindow.open(site);
    expect(await textOf(window.headers)).toContain('"Authorization": "Bearer svc_v1_YOUR_KEY"');
    await soon(async () => expect(await textOf(window.answer)).toContain('Invalid API key'));
    window.page.troubles.length = 0;
    await window.keyField.fill(site.app.key);
    await window.pressAndReload('Use in all tabs');
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"tournaments"'));
  });

  test('on a phone the answer is below the question and nothing is cut off', async () => {
    window = await GraphiqlWindow.open(site, PHONE);
    await window.run();
    await soon(async () => expect(await textOf(window.answer)).toContain('"tournaments"'));
    const [query, answer] = [await window.query.boundingBox(), await window.answer.boundingBox()];
    expect(answer?.y).toBeGreaterThan((query?.y ?? 0) + 150);
    expect(answer?.width).toBeGreaterThan(300);
    expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
