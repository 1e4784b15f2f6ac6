// The REST reference for people: Swagger UI over /openapi.json. Like GraphiQL it needs no key and holds no data.
import type { Sql } from '../db/sql.js';
import { barSettings } from './frame/bar.js';
import { createLazyPage, type Page } from './lazy-page.js';

export function createDocs(sql: Sql, graphiql: boolean): Page {
  return createLazyPage({
    sql,
    maker: new URL('./docs/make.js', import.meta.url),
    settings: (demo) => ({ demo, ...barSettings('docs', { demo, graphiql }) }),
  });
}
