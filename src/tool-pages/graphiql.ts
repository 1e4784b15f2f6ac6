// GraphiQL for browsers, at the path of the GraphQL endpoint. It needs no key because it contains no data: the visitor's
// key is sent with the requests that the page makes.

import type { Call } from '../http/call.js';
import { names } from '../http/weights.js';
import type { DemoFlag } from './demo-flag.js';
import { graphiqlSettings } from './graphiql/settings.js';
import { createLazyPage, type Page } from './lazy-page.js';

export function createGraphiql(isDemo: DemoFlag): Page {
  return createLazyPage({
    isDemo,
    maker: new URL('./graphiql/make.js', import.meta.url),
    settings: graphiqlSettings,
    // The editor creates its workers from text in the page.
    policy: ['font-src data:', 'worker-src blob:'],
  });
}

/** Any of these parameters makes it a GraphQL request, even from a browser. */
const REQUEST_PARAMETERS = ['query', 'documentId', 'extensions'];

export function wantsGraphiql(call: Call): boolean {
  if ((call.method !== 'GET' && call.method !== 'HEAD') || !names(call.header('accept'), 'text/html')) return false;
  return !REQUEST_PARAMETERS.some((name) => call.url?.searchParams.has(name));
}
