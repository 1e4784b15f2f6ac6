// The REST reference: Swagger UI for /openapi.json. Like GraphiQL, it needs no key and contains no data.

import type { DemoFlag } from './demo-flag.js';
import { barSettings } from './frame/bar.js';
import { createLazyPage, type Page } from './lazy-page.js';

export function createDocs(isDemo: DemoFlag, graphiql: boolean): Page {
  return createLazyPage({
    isDemo,
    maker: new URL('./docs/make.js', import.meta.url),
    settings: (demo) => ({ demo, ...barSettings('docs', { demo, graphiql }) }),
  });
}
