import type { BundleRecord } from '@battle-results/bundle-format/record';
import type { App } from '../../src/app/app.js';
import type { AppDeps } from '../../src/app/wiring.js';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestDb } from './database.js';
import { createDocumentedApp, createPlainApp } from './documented.js';
import { atFileEnd } from './file-end.js';
import { load } from './world.js';

export const SITE_URL = 'https://battles.example';

export type TestApp = App & {
  key: string;
  /** Sends a request with the key, unless `headers` override it. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends this to /graphql, with the key and as JSON unless `headers` override it. */
  post(body: object | string | Blob, headers?: Record<string, string>): Promise<Response>;
  /** Sends a GraphQL operation by POST; returns the status and the parsed body. */
  graphql(
    query: string | { documentId: string },
    variables?: Record<string, unknown>,
    // biome-ignore lint/suspicious/noExplicitAny: tests compare bodies with literals.
  ): Promise<{ status: number; body: any }>;
};

export type TestAppOptions = {
  now?: () => number;
  steady?: () => number;
  cursorLifetimeMs?: number;
  /** By default nothing is remembered, because most tests read immediately what they have just written. */
  remember?: boolean;
  /** False where plain SQL leaves undocumented states behind, such as a battle with one side. */
  documented?: boolean;
  config?: Partial<AppDeps['config']>;
  /** Parts of the service other than its configuration. */
  deps?: Partial<AppDeps>;
};

/** A database whose change feed never opens, so that a service over it remembers nothing. */
export function withoutFeed(db: Db): Db {
  return { ...db, changes: { ...db.changes, open: () => Promise.reject(new Error('deaf')) } };
}

/**
 * The service over a test database, called through its public entry, with a key of its own. Unless `documented` is
 * false, REST answers are checked against the OpenAPI document.
 */
export async function createTestApp(
  db: Db,
  {
    now,
    steady,
    cursorLifetimeMs = 86_400_000,
    remember = false,
    documented = true,
    config,
    deps,
  }: TestAppOptions = {},
): Promise<TestApp> {
  const app = await (documented ? createDocumentedApp : createPlainApp)({
    config: { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs, ...config },
    db: remember ? db : withoutFeed(db),
    log: (message, error) => console.error(message, error),
    ...(now && { now }),
    ...(steady && { steady }),
    ...deps,
  });
  atFileEnd(() => app.close());
  const key = await createAccountKey(db.sql, 'Test');
  const authorization = `Bearer ${key}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.fetch(new Request(`http://gateway.test${path}`, { headers: { authorization, ...headers } }));
  const post: TestApp['post'] = (sent, headers = {}) => {
    const body = typeof sent === 'string' || sent instanceof Blob ? sent : JSON.stringify(sent);
    const all = { authorization, 'content-type': 'application/json', ...headers };
    return app.fetch(new Request('http://gateway.test/graphql', { method: 'POST', headers: all, body }));
  };
  return {
    ...app,
    key,
    get,
    post,
    async graphql(query, variables) {
      const response = await post({ ...(typeof query === 'string' ? { query } : query), variables });
      return { status: response.status, body: await response.json() };
    },
  };
}

/** The same over a database of its own, which holds these records. */
export async function openTestApp(records: BundleRecord[] = [], options?: TestAppOptions) {
  const db = await openTestDb();
  if (records.length > 0) await load(db, records);
  return { db, app: await createTestApp(db, options) };
}
