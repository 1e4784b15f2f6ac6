// Every kind of page in a real browser: on a desktop, a tablet and phones, light and dark, with and without JavaScript,
// and for screen readers.
import { readFile } from 'node:fs/promises';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.js';
import { newVisitor } from '../support/browser.js';
import { openLighthouse } from '../support/lighthouse.js';
import { describeDemoSite } from '../tool-pages/demo-site.js';
import { DEMO_PAGES } from './demo-pages.js';

const PAGES = Object.entries(DEMO_PAGES);

const LIGHTHOUSE_ALL = process.env.LIGHTHOUSE === 'all';
/** Each page takes over ten seconds, without what axe finds, which the first test asks of all. */
const LIGHTHOUSE_PAGE = 'tournament';
/** Filtered and search pages are excluded from indexing. */
const isUnlisted = (path: string) => path.includes('?') || path.startsWith('/search');

/** A phone, a tablet and desktops; 640 is a desktop of 1280 at twice the size. No layout is wider than 1216. */
const WIDTHS = [360, 640, 768, 1024, 1280];

/** The widest board and the chart with most lines. */
const EIGHT_ROUNDS = ['tournament of eight rounds', '/tournaments/grand-open-2025'] as const;

const FINAL_STANDINGS = ['/tournaments/spring-clash-2026/standings', '/tournaments/grand-open-2025/standings'];

describeDemoSite('The site', (site) => {
  test('fits 1280 px in light and 320 px in dark colours, no table is cut from 1024 on; axe finds nothing; tables have names', async () => {
    const page = await newVisitor(site.browser, site.served.url);
    const found: string[] = [];
    for (const [name, path] of [...PAGES, EIGHT_ROUNDS]) {
      await page.goto(site.served.url + path, { waitUntil: 'load' });
      for (const { width, colorScheme, rules } of LOOKS) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        found.push(...(await misfitsOf(page, name, width)));
        const violations = await violationsOn(page, rules, ROWS_LIKE_OTHERS);
        for (const { id, nodes } of violations) found.push(`${name} at ${width}: ${id} ${nodes}`);
      }
      for (const width of [1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const tables = (await page.evaluate(WIDE_TABLES)) as string[];
        found.push(...tables.map((table) => `${name} at ${width}: ${table} is cut`));
      }
      const nameless = `[...document.querySelectorAll('table')].filter((each) => !each.caption?.textContent.trim()).length`;
      expect([name, await page.evaluate(nameless)]).toStrictEqual([name, 0]);
    }
    expect(found).toStrictEqual([]);
    expect(page.troubles).toStrictEqual([]);
  });

  test('shades the edge of each table behind which there is more: factions, matrix and participants', async () => {
    const page = await newVisitor(site.browser, site.served.url, { viewport: { width: 360, height: 844 } });
    const found: unknown[] = [];
    for (const path of [DEMO_PAGES.factions, DEMO_PAGES.participants]) {
      await page.goto(site.served.url + path);
      const labels = (await page.evaluate(WIDE_TABLES)) as string[];
      for (const [nth, label] of labels.entries()) {
        const shaded: boolean[] = [];
        for (const left of [0, 9999]) {
          const clip = (await page.evaluate(EDGE_AT(nth, left))) as { x: number; y: number };
          const strip = async (shade: string) => {
            await page.evaluate(`document.documentElement.style.setProperty('--shade', '${shade}')`);
            return (await page.screenshot({ clip: { ...clip, width: 6, height: 160 } })).toString('base64');
          };
          shaded.push((await strip('transparent')) !== (await strip('')));
        }
        found.push([label, ...shaded]);
      }
    }
    expect(found).toStrictEqual(['Factions', 'Matchups', 'Players'].map((label) => [label, true, false]));
  });

  test('has every column of a board in sight on a phone', async () => {
    const page = await newVisitor(site.browser, site.served.url, { viewport: { width: 360, height: 844 } });
    const found: unknown[] = [];
    for (const path of [DEMO_PAGES.tournament, ...FINAL_STANDINGS, DEMO_PAGES.board, DEMO_PAGES.teams]) {
      await page.goto(site.served.url + path);
      found.push(...((await page.evaluate(WIDE_TABLES)) as string[]).map((table) => `${path}: ${table}`));
    }
    expect(found).toStrictEqual([]);
  });

  test('leaves none but the matrix to scroll on tablets', async () => {
    const page = await newVisitor(site.browser, site.served.url, { viewport: { width: 768, height: 900 } });
    const found: string[] = [];
    for (const path of [DEMO_PAGES.factions, DEMO_PAGES.faction, DEMO_PAGES.player, DEMO_PAGES.participants]) {
      await page.goto(site.served.url + path);
      for (const width of [768, 640]) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...((await page.evaluate(WIDE_TABLES)) as string[]).map((table) => `${path} at ${width}: ${table}`));
      }
    }
    expect(found).toStrictEqual(['/factions at 768: Matchups', '/factions at 640: Matchups']);
  });

  test('keeps names whole and figures off the edge on a phone', async () => {
    const page = await newVisitor(site.browser, site.served.url, { viewport: { width: 390, height: 844 } });
    const found: unknown[] = [];
    for (const path of [DEMO_PAGES['battles of a tournament'], DEMO_PAGES.teams, DEMO_PAGES.tournament]) {
      await page.goto(site.served.url + path);
      found.push(...((await page.evaluate(BROKEN)) as string[]));
    }
    expect(found).toStrictEqual([]);
  });

  test('is what Lighthouse asks for: a tournament, and with LIGHTHOUSE=all each page', async () => {
    const look = await openLighthouse(LIGHTHOUSE_ALL ? ['accessibility'] : []);
    const found: unknown[] = [];
    for (const [name, path] of PAGES.filter(([each]) => LIGHTHOUSE_ALL || each === LIGHTHOUSE_PAGE)) {
      const { scores, troubles } = await look(site.served.url + path, isUnlisted(path) ? ['is-crawlable'] : []);
      const { performance = 0, ...others } = scores;
      if (LIGHTHOUSE_ALL) console.info(name, scores);
      const isGood = performance >= 95 && Object.values(others).every((score) => score === 100);
      if (!isGood) found.push([name, scores, troubles]);
    }
    expect(found).toStrictEqual([]);
  }, 600_000);

  test('is valid HTML', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'void-style': ['error', { style: 'selfclose' }], 'no-inline-style': 'error', 'long-title': 'off' },
    });
    const found: string[] = [];
    for (const [name, path] of [...PAGES, ['nothing', '/nothing']] as const) {
      const response = await fetch(site.served.url + path, { headers: { accept: 'text/html' } });
      const { results } = await validator.validateString(await response.text());
      for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages)) {
        found.push(`${name}: ${ruleId} ${message} (${line}:${column})`);
      }
    }
    expect(found).toStrictEqual([]);
  });

  test('is used by keyboard: first to the content, then through the bar in its order', async () => {
    const page = await newVisitor(site.browser, site.served.url, { viewport: { width: 1280, height: 800 } });
    const names: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      await page.keyboard.press('Tab');
      names.push(
        String(await page.evaluate(`document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()`)),
      );
    }
    expect(names).toStrictEqual([
      'Skip to content',
      'Battle results',
      'Tournaments',
      'Players',
      'Clubs',
      'Factions',
      'Ratings',
      'Search the site',
      'Search',
    ]);
  });

  describe('a visitor who has never been here', () => {
    const atPlayer = async () => {
      const page = await newVisitor(site.browser, site.served.url, { javaScriptEnabled: false });
      await page.getByRole('searchbox', { name: 'Find a player, a club or a tournament' }).fill('dvorak');
      await page.keyboard.press('Enter');
      await page.getByRole('main').getByRole('link', { name: 'Jiří Dvořák' }).first().click();
      await page.getByRole('heading', { name: 'Met most often' }).waitFor();
      return page;
    };

    test('finds a player, and how they fared against whom', async () => {
      const page = await atPlayer();
      await page
        .getByRole('link', { name: /against/ })
        .first()
        .click();
      await page.waitForURL(/\/players\/[^/]+\/battles\?opponent=/);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/Jiří Dvořák against /);
      const battles = await page.locator('.battle').count();
      const [, wins, draws, losses] =
        /(\d+)–(\d+)–(\d+)/.exec((await page.locator('.facts').textContent()) ?? '') ?? [];
      expect(Number(wins) + Number(draws) + Number(losses)).toBe(battles);
      expect(page.troubles).toStrictEqual([]);
    });

    test('finds which faction beats that of a player', async () => {
      const page = await atPlayer();
      await page.locator('.facts a[href^="/factions/"]').click();
      await page.waitForURL(/\/factions\/[^/]+$/);
      await page.locator('.facts div', { hasText: 'Loses most to' }).waitFor();
      const rates = await page.getByRole('region', { name: 'Matchups' }).locator('td:nth-child(2)').allTextContents();
      const met = rates.map(Number.parseFloat);
      expect(met.length).toBeGreaterThan(5);
      expect(met).toStrictEqual(met.toSorted((a, b) => b - a));
      expect(page.troubles).toStrictEqual([]);
    });

    test('takes what comes along in a calendar', async () => {
      const page = await newVisitor(site.browser, site.served.url);
      const link = page.getByRole('main').getByRole('link', { name: /calendar/ });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(await readFile(await download.path(), 'utf8')).toContain('SUMMARY:Yuletide Brawl 2026');
    });
  });

  test('prints a board of 200 on three sheets', async () => {
    const page = await newVisitor(site.browser, `${site.served.url}/tournaments/grand-open-2025/standings`);
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
    expect(sheets?.length).toBeLessThanOrEqual(3);
  });

  test('a bracket is drawn as a tree: each match stands between the two that lead to it', async () => {
    const page = await newVisitor(site.browser, `${site.served.url}${DEMO_PAGES.bracket}`, {
      viewport: { width: 1280, height: 900 },
    });
    const middles = (await page.evaluate(`[...document.querySelectorAll('.tree section')].map((round) =>
      [...round.querySelectorAll('.match')].map((match) => {
        const { top, height } = match.getBoundingClientRect();
        return Math.round(top + height / 2);
      }))`)) as number[][];
    expect(middles.map((round) => round.length)).toStrictEqual([4, 2, 1]);
    for (const [at, round] of middles.slice(1).entries()) {
      for (const [place, middle] of round.entries()) {
        const [one = 0, other = 0] = middles[at]?.slice(2 * place, 2 * place + 2) ?? [];
        expect(Math.abs(middle - (one + other) / 2)).toBeLessThanOrEqual(1);
      }
    }
  });

  test('links lead somewhere: of each kind of address the first that are met, and what they lead to', async () => {
    const seen = new Set<string>(['/']);
    const followed = new Map<string, number>();
    const broken: string[] = [];
    const queue = ['/'];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const response = await site.app.fetch(new Request(site.served.url + path, { headers: { accept: 'text/html' } }));
      if (response.status !== 200) broken.push(`${response.status} ${path}`);
      const text = await response.text();
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      for (const [, href = ''] of text.matchAll(/(?:href|action)="(\/[^"#]*)"/g)) {
        const next = href.replaceAll('&amp;', '&');
        const count = followed.get(kindOf(next)) ?? 0;
        if (seen.has(next) || count >= OF_EACH_KIND) continue;
        seen.add(next);
        followed.set(kindOf(next), count + 1);
        queue.push(next);
      }
    }
    expect(broken).toStrictEqual([]);
    expect(followed.size).toBeGreaterThan(20);
  });

  // Last, since the others look for names.
  test('fits every width with names of 200 letters', async () => {
    for (const table of ['player', 'club', 'tournament', 'stage', 'faction']) {
      await site.db.sql.query(`UPDATE ${table} SET name = rpad(left(name, 20), 200, 'N') WHERE name IS NOT NULL`);
    }
    const page = await newVisitor(site.browser, site.served.url);
    const found: string[] = [];
    for (const [name, path] of [...PAGES, EIGHT_ROUNDS]) {
      await page.goto(site.served.url + path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        found.push(...(await misfitsOf(page, name, width)));
      }
    }
    expect([found, page.troubles]).toStrictEqual([[], []]);
  });
});

/**
 * Nothing scrolls sideways but tables inside their cards, the open tab is in sight, and a chart of ranks can be read.
 */
async function misfitsOf(page: Page, name: string, width: number): Promise<string[]> {
  const misfits = (await page.evaluate(MISFITS)) as string[];
  return misfits.length > 0 ? [`${name} at ${width}: ${misfits}`] : [];
}

/** There are ten thousand pages, so only a few of each kind are visited. */
const OF_EACH_KIND = 3;

/** The URL without the parts that identify a single entity. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://site.test');
  const [, first = '', , ...rest] = pathname.split('/');
  const named = rest.map((part) => part.replace(/^(?!participants|battles)[^.]*/, '*'));
  return `${[first, ...named].join('/')}?${[...searchParams.keys()].join('&')}`;
}

/** The labels of tables that are wider than their cards. */
const WIDE_TABLES = `[...document.querySelectorAll('.scroll')].filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
  .map((each) => each.ariaLabel)`;

/** Names in battles and matches that are broken within a word, and last figures of boards that touch the edge. */
const BROKEN = `(() => {
  const isBroken = (text) => [...text.data.matchAll(/[^\\s-]+/g)].some(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  });
  const names = [...document.querySelectorAll('.side bdi')].filter((each) => each.checkVisibility() && isBroken(each.firstChild));
  const figures = [...document.querySelectorAll('.board td:last-child')].filter((each) => parseFloat(getComputedStyle(each).paddingRight) < 6);
  return [...names, ...figures].map((each) => each.textContent);
})()`;

/** Scrolls such a table, and finds the upper end of its right edge. */
const EDGE_AT = (nth: number, left: number) => `(() => {
  const table = [...document.querySelectorAll('.scroll')].filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)[${nth}];
  table.scrollIntoView();
  table.scrollLeft = ${left};
  const { right, top } = table.getBoundingClientRect();
  return { x: right - 8, y: top + 20 };
})()`;

/**
 * What does not fit: the page, tables outside their cards, tabs out of sight, and in a chart of ranks labels that overlap
 * each other or leave the card, and leaders whose ranks are less than a dot apart.
 */
const MISFITS = `(() => {
  const { clientWidth: width, scrollWidth } = document.documentElement;
  const isOutside = (each) => {
    const { left, right } = each.getBoundingClientRect();
    return left < 0 || right > width;
  };
  const leaves = (card) => {
    const table = card.querySelector('table').getBoundingClientRect();
    return getComputedStyle(card).overflowX === 'visible' && table.right > card.getBoundingClientRect().right;
  };
  const illegible = (chart) => {
    const card = chart.getBoundingClientRect();
    const boxesOf = (which) => [...chart.querySelectorAll(which)].map((each) => each.getBoundingClientRect());
    const names = boxesOf('.who').sort((a, b) => a.top - b.top);
    const dots = boxesOf('.dot').map(({ top, height }) => ({ top: Math.round(top * 100) / 100, height }));
    const heights = [...new Set(dots.map(({ top }) => top))].sort((a, b) => a - b).slice(0, names.length);
    const least = dots[0]?.height ?? 0;
    return [
      ...(boxesOf('.axis').some(({ left }) => left < chart.querySelector('svg').getBoundingClientRect().left) ? ['a rank is cut'] : []),
      ...(names.some(({ left, right, top, bottom }) => left < card.left || right > card.right || top < card.top || bottom > card.bottom)
        ? ['a name leaves the card'] : []),
      ...(names.some(({ top }, at) => at > 0 && top < names[at - 1].bottom - 1) ? ['names overlap'] : []),
      ...(heights.some((top, at) => at > 0 && top - heights[at - 1] < least) ? ['ranks are too near'] : []),
    ];
  };
  return [
    ...(scrollWidth > width ? ['page of ' + scrollWidth] : []),
    ...[...document.querySelectorAll('.scroll')].filter(leaves).map((card) => card.ariaLabel),
    ...[...document.querySelectorAll('.tabs [aria-current]')].filter(isOutside).map((tab) => tab.textContent),
    ...[...document.querySelectorAll('figure.ranks')].flatMap(illegible),
  ];
})()`;

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that depend on colours and width; the others see the same markup. */
const RULES_OF_LOOK = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'];
/** One of each colour scheme, in which axe looks at every page. */
const LOOKS = [
  { width: 1280, colorScheme: 'light', rules: ALL_RULES },
  { width: 320, colorScheme: 'dark', rules: RULES_OF_LOOK },
] as const;
/** All rows of a long table or list are alike, and each takes long. */
const ROWS_LIKE_OTHERS = ':is(tbody > tr, li):nth-child(n + 7)';
