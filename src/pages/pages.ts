// Pages for people, and documents that need no key.
import { GRAPHQL_PATH } from '../http/face.js';
import { OPENAPI_PATH, type OpenApi } from '../rest/openapi.js';
import { BUNDLE_SCHEMA_PATH, bundleSchemaText } from './bundle-schema.js';
import type { DemoFlag } from './demo-flag.js';
import { createDocs } from './docs.js';
import { createGraphiql, wantsGraphiql } from './graphiql.js';
import { landingResponse } from './landing.js';
import { pageResponse } from './page-response.js';
import { SDL_PATH, sdlText } from './sdl.js';
import { createTextPages } from './text-pages.js';

export const PAGE_PATHS = ['/', '/docs', OPENAPI_PATH, SDL_PATH, BUNDLE_SCHEMA_PATH];

export type Pages = {
  /** Null when something else is asked for. `baseUrl` is this service's address as the client sees it. */
  fetch(request: Request, baseUrl: string): Promise<Response | null>;
};

export type PageOptions = {
  /** Whether there is GraphiQL. */
  graphiql: boolean;
  openapi(baseUrl: string): OpenApi;
};

const JSON_TYPE = 'application/json; charset=utf-8';
/** It has no media type of its own that browsers would show. */
const SDL_TYPE = 'text/plain; charset=utf-8';
const JSON_SCHEMA_TYPE = 'application/schema+json; charset=utf-8';

export function createPages(isDemo: DemoFlag, { graphiql, openapi }: PageOptions): Pages {
  const graphiqlPage = createGraphiql(isDemo);
  const docsPage = createDocs(isDemo, graphiql);
  const textPages = createTextPages();
  return {
    async fetch(request, baseUrl) {
      const { pathname } = new URL(request.url);
      if (request.method !== 'GET' && request.method !== 'HEAD') return null;
      const text = async (contentType: string, write: () => string, address = '') =>
        pageResponse(request, await textPages(`${pathname} ${address}`, contentType, write));
      if (pathname === '/') return landingResponse(request, { baseUrl, graphiql, demo: await isDemo() }, textPages);
      if (pathname === '/docs') return docsPage.fetch(request);
      if (pathname === OPENAPI_PATH) return text(JSON_TYPE, () => JSON.stringify(openapi(baseUrl)), baseUrl);
      if (pathname === SDL_PATH) return text(SDL_TYPE, sdlText);
      if (pathname === BUNDLE_SCHEMA_PATH) return text(JSON_SCHEMA_TYPE, bundleSchemaText);
      if (pathname === GRAPHQL_PATH && graphiql && wantsGraphiql(request)) return graphiqlPage.fetch(request);
      return null;
    },
  };
}
