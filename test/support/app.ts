import type { App } from '../../src/app/app.js';
import type { AppDeps } from '../../src/app/parts.js';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { createDocumentedApp, createPlainApp } from './documented.js';
import { atFileEnd } from './file-end.js';

export const SITE_URL = 'https://battles.example';

export type TestApp = App & {
  key: string;
  /** A request with the key, unless `headers` say otherwise. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** A GraphQL operation over POST: status and parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare bodies with literals.
  graphql(query: string, variables?: Record<string, unknown>): Promise<{ status: number; body: any }>;
};

export type TestAppOptions = {
  now?: () => number;
  cursorLifetimeMs?: number;
  /** Otherwise every answer is asked for anew: most tests read at once what they have just written. */
  remember?: boolean;
  /** What plain SQL can leave behind, such as a battle of one side, is documented nowhere. */
  documented?: boolean;
  config?: Partial<AppDeps['config']>;
};

/** Its change feed never opens, so a service over it remembers nothing. */
export function deaf(db: Db): Db {
  return { ...db, changes: { ...db.changes, open: () => Promise.reject(new Error('deaf')) } };
}

/** The service over a test database, entered by its front door, with a key of its own. REST answers are as documented. */
export async function createTestApp(
  db: Db,
  { now, cursorLifetimeMs = 86_400_000, remember = false, documented = true, config }: TestAppOptions = {},
): Promise<TestApp> {
  const app = await (documented ? createDocumentedApp : createPlainApp)({
    config: { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs, ...config },
    db: remember ? db : deaf(db),
    log: (message, error) => console.error(message, error),
    ...(now && { now }),
  });
  atFileEnd(() => app.close());
  const key = await createAccountKey(db.sql, 'Test');
  const authorization = `Bearer ${key}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.fetch(new Request(`http://gateway.test${path}`, { headers: { authorization, ...headers } }));
  return {
    ...app,
    key,
    get,
    async graphql(query, variables) {
      const response = await app.fetch(
        new Request('http://gateway.test/graphql', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ query, variables }),
        }),
      );
      return { status: response.status, body: await response.json() };
    },
  };
}
