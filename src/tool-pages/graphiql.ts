// GraphiQL for browsers, at the address of the GraphQL face. It needs no key because it holds no data: the visitor's
// key goes with the requests the page makes.

import type { Call } from '../http/call.js';
import type { DemoFlag } from './demo-flag.js';
import { graphiqlSettings } from './graphiql/settings.js';
import { createLazyPage, type Page } from './lazy-page.js';

export function createGraphiql(isDemo: DemoFlag): Page {
  return createLazyPage({
    isDemo,
    maker: new URL('./graphiql/make.js', import.meta.url),
    settings: graphiqlSettings,
    // The editor makes its workers from text in the page.
    policy: ['font-src data:', 'worker-src blob:'],
  });
}

/** The parameters of which any one makes it a GraphQL request, also from a browser. */
const REQUEST_PARAMETERS = ['query', 'documentId', 'extensions'];

export function wantsGraphiql(call: Call): boolean {
  if ((call.method !== 'GET' && call.method !== 'HEAD') || !call.header('accept')?.includes('text/html')) return false;
  return !REQUEST_PARAMETERS.some((name) => call.url?.searchParams.has(name));
}
