// A real Chromium for tests of pages. Where none is installed, they are skipped with a message, except where a browser
// is required: in CI, or with REQUIRE_BROWSER set.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe, onTestFinished } from 'vitest';
import { atFileEnd } from './file-end.js';

const path = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
const installed = existsSync(path);
const required = process.env.CI === 'true' || Boolean(process.env.REQUIRE_BROWSER);

/** `describe`, skipped if there is no browser. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (!installed && !required) console.log(`Skipped for want of a browser at ${path} (see CHROMIUM_PATH): ${name}`);
  describe.skipIf(!installed && !required)(name, tests);
}

/** Closed when the test file ends. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (!installed) throw new Error(`A browser is required, and there is none at ${path}: apt-get install chromium`);
  const browser = await chromium.launch({ executablePath: path, args: [...FLAGS, ...flags] });
  atFileEnd(() => browser.close());
  return browser;
}

// For running as root, and for a machine without network: Chromium would contact Google's hosts at every start.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type WatchedPage = Page & {
  /** Everything that should not happen: errors in the console, failed requests, requests to another host. */
  troubles: string[];
};

/** A new visitor with empty storage, who leaves when the test has finished. `script` runs before those of each page. */
export async function newVisitor(
  browser: Browser,
  url: string,
  options?: BrowserContextOptions,
  script = '',
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A request in flight when the visitor left the page is not a failure.
    if (reason !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) troubles.push(`elsewhere: ${request.url()}`);
  });
  await page.addInitScript(script);
  await page.goto(url);
  return Object.assign(page, { troubles });
}
