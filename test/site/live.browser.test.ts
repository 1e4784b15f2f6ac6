// Pages of running events in a real browser: they update themselves, and visitors do not lose their place.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { listen } from '../../src/http/listen.js';
import { createHttpServer } from '../../src/http/server.js';
import { newVisitor } from '../support/browser.js';
import { atFileEnd } from '../support/file-end.js';
import { describeDemoSite, soon } from '../tool-pages/demo-site.js';

const SLUG = 'autumn-open-2026';
const BOARD = `/tournaments/${SLUG}/placement-swiss`;

describeDemoSite('A page of what is running', (site) => {
  let served: { url: string };
  beforeAll(async () => {
    const config = { siteUrl: null, cursorSecret: 'test', cursorLifetimeMs: 3_600_000, siteRateLimit: 0 };
    const app = await createApp({ config, db: site.db, log: () => undefined });
    const server = createHttpServer(app, {});
    served = { url: await listen(server, '127.0.0.1', 0) };
    atFileEnd(async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await app.close();
    });
  });

  /** Battles of the second round without a result. */
  let open: string[] = [];
  beforeEach(async () => {
    const rows = await site.db.sql.query<{ id: string }>(
      `SELECT b.id FROM battle b JOIN battle_side s ON s.battle_id = b.id AND s.position = 1
       WHERE b.tournament_slug = $1 AND b.stage_id = 'placement-swiss' AND s.outcome IS NULL ORDER BY b.id DESC`,
      [SLUG],
    );
    open = rows.map(({ id }) => id);
  });

  /** Writes a result by SQL: the first side wins, with this many victory points. */
  async function win(victoryPoints: number): Promise<string> {
    const id = open.pop();
    const [side] = await site.db.sql.query<{ player: string }>(
      `UPDATE battle_side SET outcome = CASE position WHEN 1 THEN 'win' ELSE 'loss' END::outcome,
         battle_points = CASE position WHEN 1 THEN 3 ELSE 0 END,
         victory_points = CASE position WHEN 1 THEN $2::int ELSE 1 END
       WHERE battle_id = $1 RETURNING position, (SELECT p.player_id FROM participant p WHERE p.id = participant_id) AS player`,
      [id, victoryPoints],
    );
    return side?.player ?? '';
  }

  /** Writes other victory points for the battle that was won in the first test. */
  const rescore = (victoryPoints: number) =>
    site.db.sql.query(
      `UPDATE battle_side SET victory_points = $2 WHERE position = 1 AND battle_id = (SELECT max(b.id) FROM battle b
         JOIN battle_side s ON s.battle_id = b.id WHERE b.tournament_slug = $1 AND b.stage_id = 'placement-swiss'
           AND s.position = 1 AND s.outcome = 'win')`,
      [SLUG, victoryPoints],
    );

  const visitor = async (path: string, options: BrowserContextOptions = {}) => {
    const page = await newVisitor(site.browser, served.url + path, options, SPIES);
    await shows(page, /^live · no change since \d\d:\d\d$/);
    return page;
  };

  const shows = (page: Page, text: RegExp) =>
    soon(async () => expect(await page.locator('#live span').textContent()).toMatch(text));

  const rows = (page: Page) =>
    page.evaluate(`[...document.querySelectorAll('tr[data-key]')].map((row) => row.textContent)`) as Promise<string[]>;

  test('shows a battle that was written by SQL, with its place on the page kept, and rows that moved move', async () => {
    const page = await visitor(BOARD, { viewport: { width: 900, height: 400 } });
    const link = page.locator('tr[data-key] a').last();
    await link.focus();
    await page.evaluate('scrollTo(0, 300)');
    const focused = await page.evaluate('document.activeElement.href');
    const before = await rows(page);
    const changed = page.evaluate(`new Promise((resolve) =>
      new MutationObserver(resolve).observe(document.querySelector('table'), { subtree: true, childList: true, characterData: true }))`);
    const written = performance.now();
    await win(9871);
    await changed;
    console.log(`A battle written by SQL was on the board after ${Math.round(performance.now() - written)} ms`);
    expect(await rows(page)).not.toStrictEqual(before);
    expect(await page.evaluate('[document.activeElement.href, scrollY]')).toStrictEqual([focused, 300]);
    expect(await page.evaluate('moved')).toBeGreaterThan(0);
    await shows(page, /^live · last change \d\d:\d\d$/);
    await soon(async () =>
      expect(await page.getByRole('status').textContent()).toMatch(/^This page has changed, last at \d\d:\d\d\.$/),
    );
    expect(page.troubles).toStrictEqual([]);
  });

  test('does not move rows for those who want no motion', async () => {
    const page = await visitor(BOARD, { reducedMotion: 'reduce' });
    const before = await rows(page);
    await win(9872);
    await soon(async () => expect(await rows(page)).not.toStrictEqual(before));
    expect(await page.evaluate('moved')).toBe(0);
  });

  test('marks what has changed for a moment, and nothing else', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const page = await visitor(BOARD, { reducedMotion });
      const marked = page.locator('tr[data-changed]');
      const seen = page.evaluate(`new Promise((resolve) => new MutationObserver(() => {
        const rows = [...document.querySelectorAll('tr[data-key]')];
        const shown = rows.filter((row) => 'changed' in row.dataset);
        if (shown.length > 0) resolve([shown.length, rows.length, getComputedStyle(shown[0].cells[0]).backgroundColor
          !== getComputedStyle(rows.find((row) => !shown.includes(row)).cells[0]).backgroundColor]);
      }).observe(document.querySelector('main'), { subtree: true, attributes: true }))`);
      await rescore(reducedMotion === 'reduce' ? 9881 : 9882);
      const [shown, all, stands] = (await seen) as [number, number, boolean];
      expect(shown).toBeLessThan(all);
      expect(stands).toBe(true);
      await soon(async () => expect(await marked.count()).toBe(0));
    }
  });

  test('says that it is behind while it cannot be loaded, in sight of who has scrolled, and catches up', async () => {
    const page = await visitor(BOARD, { viewport: { width: 390, height: 500 } });
    const before = await rows(page);
    await page.evaluate('scrollTo(0, 500)');
    await page.route(served.url + BOARD, (route) => route.abort());
    await rescore(9883);
    const behind = /^out of date, retrying$/;
    await shows(page, behind);
    // The stream lives on.
    await page.evaluate(`sources.at(-1).dispatchEvent(new Event('beat'))`);
    await shows(page, behind);
    const box = await page.locator('#live').boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 500 && box.x + box.width <= 390).toBe(true);
    expect(await rows(page)).toStrictEqual(before);
    await page.unroute(served.url + BOARD);
    await soon(async () => expect(await rows(page)).not.toStrictEqual(before));
    await shows(page, /^live · last change \d\d:\d\d$/);
  });

  test('tries to load in one sequence, also when told of a change while it was about to look again', async () => {
    const page = await visitor(BOARD);
    const told = (hash: string) =>
      page.evaluate(`sources.at(-1).dispatchEvent(new MessageEvent('change', { data: '${hash}' }))`);
    // No process has it, so the page looks again after half a second.
    const loaded = page.waitForResponse(served.url + BOARD);
    await told('made-up');
    await loaded;
    let failed = 0;
    await page.route(served.url + BOARD, (route) => {
      failed += 1;
      return route.abort();
    });
    await told('made-up-as-well');
    await page.waitForTimeout(2_000);
    expect(failed).toBe(1);
  });

  test('connects again when the service has said, and ever more rarely while it refuses', async () => {
    const page = await newVisitor(site.browser, served.url);
    await page.clock.install();
    let asked = 0;
    let answer = { status: 429, contentType: 'application/json', body: '{}' };
    await page.route('**/live?page=*', (route) => {
      asked += 1;
      return route.fulfill(answer);
    });
    await page.goto(served.url + BOARD);
    await shows(page, /^not connected, retrying$/);
    const refused: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      const until = asked;
      // In steps, because each answer is awaited before the next attempt is scheduled.
      for (let step = 0; step < 20; step += 1) {
        await page.clock.runFor(3_000);
        await page.waitForTimeout(50);
      }
      refused.push(asked - until);
    }
    expect(refused[0]).toBeLessThanOrEqual(5);
    expect(refused.at(-1)).toBeLessThanOrEqual(1);
    const events = 'event: beat\ndata: \n\nretry: 600000\nevent: end\ndata: {}\n\n';
    answer = { status: 200, contentType: 'text/event-stream', body: events };
    await page.reload();
    await shows(page, /^not connected, retrying$/);
    const ended = asked;
    await page.clock.runFor(120_000);
    await page.waitForTimeout(200);
    expect(asked).toBe(ended);
  });

  test('leaves open what was opened, and closed what was closed', async () => {
    const id = `${SLUG}-r1-t1`;
    await site.db.sql.query(
      'UPDATE battle_side SET list = (SELECT list FROM battle_side WHERE list IS NOT NULL LIMIT 1) WHERE battle_id = $1',
      [id],
    );
    const page = await visitor(`/battles/${id}`);
    const lists = () => page.evaluate(`[...document.querySelectorAll('details.army')].map(({ open }) => open)`);
    await page.locator('details.army summary').first().click();
    const opened = await lists();
    expect(opened).toContain(false);
    await site.db.sql.query(`UPDATE battle SET scenario = 'Rewritten by hand' WHERE id = $1`, [id]);
    await soon(async () => expect(await page.locator('.lead').textContent()).toContain('Rewritten by hand'));
    expect(await lists()).toStrictEqual(opened);
  });

  test('has no stream open while it is hidden, and catches up when it is seen again', async () => {
    const page = await visitor(BOARD);
    const states = () => page.evaluate('sources.map(({ readyState }) => readyState)');
    expect(await states()).toStrictEqual([1]);
    await page.evaluate('hide(true)');
    expect(await states()).toStrictEqual([2]);
    const before = await rows(page);
    await win(9873);
    await page.waitForTimeout(500);
    expect(await rows(page)).toStrictEqual(before);
    await page.evaluate('hide(false)');
    await soon(async () => expect(await rows(page)).not.toStrictEqual(before));
    expect(await states()).toStrictEqual([2, 1]);
  });

  test('has a link to refresh it where there is no script', async () => {
    const page = await newVisitor(site.browser, served.url + BOARD, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Refresh' }).click();
    expect(page.url()).toBe(served.url + BOARD);
    expect(page.troubles).toStrictEqual([]);
  });
});

/** Records what the page does invisibly. */
const SPIES = `
  window.sources = [];
  window.EventSource = class extends EventSource { constructor(url) { super(url); sources.push(this); } };
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) { window.moved += 1; return animate.apply(this, given); };
  window.hide = (hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };
`;
