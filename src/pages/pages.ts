// Pages for people, and documents that need no key.
import { holdsDemoWorld } from '../bundle/data-owner.js';
import type { Sql } from '../db/sql.js';
import { GRAPHQL_PATH } from '../graphql/server.js';
import { jsonResponse } from '../http/json-response.js';
import { OPENAPI_PATH, type OpenApi } from '../rest/openapi.js';
import { BUNDLE_SCHEMA_PATH, bundleSchemaResponse } from './bundle-schema.js';
import { createDocs } from './docs.js';
import { createGraphiql, wantsGraphiql } from './graphiql.js';
import { landingResponse } from './landing.js';

export const PAGE_PATHS = ['/', '/docs', OPENAPI_PATH, BUNDLE_SCHEMA_PATH];

export type Pages = {
  /** Null when something else is asked for. `baseUrl` is this service's address as the client sees it. */
  fetch(request: Request, baseUrl: string): Promise<Response | null>;
};

export type PageOptions = {
  /** Whether there is GraphiQL. */
  graphiql: boolean;
  openapi(baseUrl: string): OpenApi;
};

export function createPages(sql: Sql, { graphiql, openapi }: PageOptions): Pages {
  const graphiqlPage = createGraphiql(sql);
  const docsPage = createDocs(sql, graphiql);
  return {
    async fetch(request, baseUrl) {
      const { pathname } = new URL(request.url);
      if (request.method !== 'GET' && request.method !== 'HEAD') return null;
      if (pathname === '/') return landingResponse(request, { baseUrl, graphiql, demo: await holdsDemoWorld(sql) });
      if (pathname === '/docs') return docsPage.fetch(request);
      if (pathname === OPENAPI_PATH) return jsonResponse(openapi(baseUrl));
      if (pathname === BUNDLE_SCHEMA_PATH) return bundleSchemaResponse();
      if (pathname === GRAPHQL_PATH && graphiql && wantsGraphiql(request)) return graphiqlPage.fetch(request);
      return null;
    },
  };
}
