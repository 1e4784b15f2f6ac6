// Pages for developers, and documents that need no key.
import { type Endpoint, GRAPHQL_PATH, publicEndpoint } from '../http/endpoint.js';
import { OPENAPI_PATH, type OpenApi } from '../rest/openapi.js';
import { BUNDLE_SCHEMA_PATH, bundleSchemaText } from './bundle-schema.js';
import type { DemoFlag } from './demo-flag.js';
import { createDocs } from './docs.js';
import { createGraphiql, wantsGraphiql } from './graphiql.js';
import { landingReply } from './landing.js';
import { pageReply } from './page-reply.js';
import { SDL_PATH, sdlText } from './sdl.js';
import { createTextPages } from './text-pages.js';

export type ToolPageOptions = {
  isDemo: DemoFlag;
  /** Whether GraphiQL is served. */
  graphiql: boolean;
  openapi(baseUrl: string): OpenApi;
  /** Whether the site is served at `/`. */
  site: boolean;
};

/** Path of the landing page; without the site it is at `/` too. */
const DEVELOPERS_PATH = '/developers';

const JSON_TYPE = 'application/json; charset=utf-8';
/** GraphQL SDL has no media type that browsers would display. */
const SDL_TYPE = 'text/plain; charset=utf-8';
const JSON_SCHEMA_TYPE = 'application/schema+json; charset=utf-8';

export function toolPageEndpoints({ isDemo, graphiql, openapi, site }: ToolPageOptions): Endpoint[] {
  const textPages = createTextPages();
  const text = (path: string, type: string, write: () => string) =>
    publicEndpoint(path, async (call) => pageReply(call, await textPages(path, type, write)));
  const landing: Endpoint['handle'] = async (call) =>
    landingReply(call, { baseUrl: call.baseUrl, graphiql, site, demo: await isDemo() }, textPages);
  const graphiqlEndpoint: Endpoint = {
    ...publicEndpoint(GRAPHQL_PATH, createGraphiql(isDemo)),
    name: 'GraphiQL',
    when: wantsGraphiql,
    form: 'graphql',
  };
  return [
    publicEndpoint(DEVELOPERS_PATH, landing),
    ...(site ? [] : [publicEndpoint('/', landing)]),
    publicEndpoint('/docs', createDocs(isDemo, graphiql)),
    publicEndpoint(OPENAPI_PATH, async (call) => {
      const write = () => JSON.stringify(openapi(call.baseUrl));
      return pageReply(call, await textPages(`${OPENAPI_PATH} ${call.baseUrl}`, JSON_TYPE, write));
    }),
    text(SDL_PATH, SDL_TYPE, sdlText),
    text(BUNDLE_SCHEMA_PATH, JSON_SCHEMA_TYPE, bundleSchemaText),
    ...(graphiql ? [graphiqlEndpoint] : []),
  ];
}
