// GraphiQL for browsers, at the address of the GraphQL face. It needs no key because it holds no data: the visitor's
// key goes with the requests the page makes.
import { holdsDemoWorld } from '../bundle/data-owner.js';
import type { Sql } from '../db/sql.js';
import { graphiqlSettings } from './graphiql/settings.js';
import { type MadePage, makePage } from './made-page.js';
import { pageResponse } from './page-response.js';

export type Graphiql = { fetch(request: Request): Promise<Response> };

/** Makes the page when it is first asked for: most processes are never asked. */
export function createGraphiql(sql: Sql): Graphiql {
  const pages = new Map<boolean, Promise<MadePage>>();
  const pageFor = (demo: boolean) => {
    const page = pages.get(demo) ?? makePage(new URL('./graphiql/make.js', import.meta.url), graphiqlSettings(demo));
    pages.set(demo, page);
    page.catch(() => pages.delete(demo));
    return page;
  };
  return {
    async fetch(request) {
      const page = await pageFor(await holdsDemoWorld(sql));
      return pageResponse(request, page, { 'content-security-policy': contentSecurityPolicy(page.scriptHash) });
    },
  };
}

/** The parameters of which any one makes it a GraphQL request, also from a browser. */
const REQUEST_PARAMETERS = ['query', 'documentId', 'extensions'];

export function wantsGraphiql({ method, headers, url }: Request): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !headers.get('accept')?.includes('text/html')) return false;
  const { searchParams } = new URL(url);
  return !REQUEST_PARAMETERS.some((name) => searchParams.has(name));
}

// The editor makes its own style elements, and its workers from text in the page.
function contentSecurityPolicy(scriptHash: string): string {
  return [
    `default-src 'none'`,
    `script-src '${scriptHash}'`,
    `style-src 'unsafe-inline'`,
    `font-src data:`,
    `img-src data:`,
    `connect-src 'self'`,
    `worker-src blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
