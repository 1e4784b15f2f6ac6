// The landing page in a real browser.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { newVisitor, type WatchedPage } from '../support/browser.js';
import { DESKTOP, describeDemoSite, PHONE } from './demo-site.js';

describeDemoSite('The first page', (site) => {
  let page: WatchedPage;
  afterEach(async () => {
    expect(page.troubles).toEqual([]);
    await page.context().close();
  });

  test('leads to GraphiQL and the REST reference, and both lead back', async () => {
    page = await newVisitor(site.browser, `${site.served.url}/developers`, DESKTOP);
    for (const endpoint of ['GraphiQL', 'REST reference']) {
      await page.getByRole('link', { name: endpoint }).first().click();
      await page.waitForURL(/graphql|docs/);
      await page.getByRole('link', { name: 'Battle results gateway' }).click();
      await page.getByText('Try it from a terminal').waitFor();
    }
    expect(page.url()).toBe(`${site.served.url}/developers`);
    for (const path of ['graphql', 'docs', 'developers']) {
      await page.goto(`${site.served.url}/${path}`);
      await page.getByRole('link', { name: /^(Home|To the site)$/ }).click();
      await page.getByRole('heading', { name: 'Who played whom' }).waitFor();
    }
  });

  test('what it tells to run works as it stands, and is copied by a press', async () => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    page = await newVisitor(site.browser, `${site.served.url}/developers`, { ...DESKTOP, ...permissions });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    const line = String(await page.evaluate('navigator.clipboard.readText()'));
    const [, url = '', , header = ''] = await argumentsOf(line);
    const response = await fetch(url, { headers: [header.split(': ') as [string, string]] });
    expect(await response.json()).toMatchObject({ data: [{}, {}, {}] });
  });

  test.each(['light', 'dark'] as const)('on a phone in %s colours nothing is cut off', async (colorScheme) => {
    page = await newVisitor(site.browser, `${site.served.url}/developers`, { ...PHONE, colorScheme });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.evaluate(`document.querySelector('pre').scrollWidth`)).toBeLessThanOrEqual(350);
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(23, 19, 26)' : 'rgb(250, 247, 248)');
  });
});

/** The arguments that a shell would pass to curl. */
async function argumentsOf(line: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`]);
  return stdout.split('\n');
}
