import type { Call } from '../http/call.js';
import type { Reply } from '../http/reply.js';
import type { DemoFlag } from './demo-flag.js';
import { type MadePage, makePage } from './made-page.js';
import { pageReply } from './page-reply.js';
import { securityHeaders } from './security-headers.js';

export type Page = (call: Call) => Promise<Reply>;

export type LazyPage = {
  isDemo: DemoFlag;
  maker: URL;
  /** The settings of the page; they differ while the demo world is loaded. */
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
  return async (call) => {
    const page = await pageFor(await isDemo());
    return pageReply(call, page, securityHeaders(page.scriptHash, policy));
  };
}
