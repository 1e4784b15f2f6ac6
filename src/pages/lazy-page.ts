import type { DemoFlag } from './demo-flag.js';
import { type MadePage, makePage } from './made-page.js';
import { pageResponse } from './page-response.js';
import { securityHeaders } from './security-headers.js';

export type Page = { fetch(request: Request): Promise<Response> };

export type LazyPage = {
  isDemo: DemoFlag;
  maker: URL;
  /** What the page is told; it differs while the demo world is loaded. */
  settings(demo: boolean): unknown;
  /** Beyond what every page may do. */
  policy?: string[];
};

/** Makes the page when it is first asked for: most processes are never asked. */
export function createLazyPage({ isDemo, maker, settings, policy }: LazyPage): Page {
  const pages = new Map<boolean, Promise<MadePage>>();
  const pageFor = (demo: boolean) => {
    const page = pages.get(demo) ?? makePage(maker, settings(demo));
    pages.set(demo, page);
    page.catch(() => pages.delete(demo));
    return page;
  };
  return {
    async fetch(request) {
      const page = await pageFor(await isDemo());
      return pageResponse(request, page, securityHeaders(page.scriptHash, policy));
    },
  };
}
