import { getOrMake } from '../helpers/get-or-make.js';
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
  /** Settings of the page; they depend on whether the demo world is loaded. */
  settings(demo: boolean): unknown;
  /** Policy directives beyond those of every page. */
  policy?: string[];
};

/** Makes the page on the first request, because most processes never get one. */
export function createLazyPage({ isDemo, maker, settings, policy }: LazyPage): Page {
  const pages = new Map<boolean, Promise<MadePage>>();
  const pageFor = (demo: boolean) => {
    const page = getOrMake(pages, demo, () => makePage(maker, settings(demo)));
    page.catch(() => pages.delete(demo));
    return page;
  };
  return async (call) => {
    const page = await pageFor(await isDemo());
    return pageReply(call, page, securityHeaders(page.scriptHash, policy));
  };
}
