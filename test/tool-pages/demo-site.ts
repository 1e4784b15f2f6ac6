// Pages in a real browser, over a real port and the demo world.
import type { Browser } from 'playwright-core';
import { beforeAll, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
import { openDemoDb } from '../support/demo-database.js';
import { type Served, serve } from './serve.js';

export type DemoSite = { browser: Browser; db: Db; app: TestApp; served: Served };

/** The fields of `site` are set once the tests run. */
export function describeDemoSite(name: string, tests: (site: DemoSite) => void): void {
  // A page takes seconds to become ready, and many times that on a busy machine.
  vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });
  describeInBrowser(name, () => {
    const site = {} as DemoSite;
    beforeAll(async () => {
      const browser = await openBrowser();
      const db = await openDemoDb();
      const app = await createTestApp(db, { config: { siteRateLimit: 0 } });
      Object.assign(site, { browser, db, app, served: await serve(app) });
    });
    tests(site);
  });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true };

export const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 90_000, interval: 100 });
