import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { storeKey } from '../../src/db/keys.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { type AskOptions, createServedApp, ORIGIN, type ServedApp } from '../support/served-app.js';
import * as world from '../support/world.js';

// biome-ignore lint/suspicious/noExplicitAny: tests compare bodies with literals.
type Json = any;

/**
 * The service on a port, over a database for this test file: with one world for all its tests, or emptied before each.
 */
export function openService(...shared: BundleRecord[]) {
  let db: Db;
  let app: ServedApp;
  beforeAll(async () => {
    db = await openTestDb();
    await world.load(db, shared);
    app = await createServedApp(db);
  });
  beforeEach(async () => {
    if (shared.length > 0) return;
    await emptyDb(db);
    await storeKey(db.sql, 'Test', app.key);
  });

  const get = (path: string, options?: AskOptions) => app.ask(path, options);

  /** The body of a response that must be a success. */
  async function json(path: string): Promise<Json> {
    const response = await get(path);
    const body = await response.json();
    expect({ status: response.status, error: body.error }).toStrictEqual({ status: 200, error: undefined });
    return body;
  }

  return {
    db: () => db,
    app: () => app,
    load: (...records: BundleRecord[]) => world.load(db, records),
    get,
    json,
    data: async (path: string): Promise<Json> => (await json(path)).data,

    /** The body of a response that must be an error with the same status in the body as in HTTP. */
    async refused(path: string): Promise<Json> {
      const response = await get(path);
      const body = await response.json();
      expect(response.status).toBe(body.error?.status);
      return body;
    },

    /** The data of all pages, by following `next` to the end. */
    async pages(path: string): Promise<Json[][]> {
      const pages: Json[][] = [];
      for (let next: string | null = path; next !== null; ) {
        const body: Json = await json(next.replace(ORIGIN, ''));
        pages.push(body.data);
        next = body.next;
      }
      return pages;
    },
  };
}

/** Compares the whole body, including absent keys, nulls and the order of keys. */
export async function expectBody(response: Response, body: unknown): Promise<void> {
  const text = await response.text();
  expect(JSON.parse(text)).toStrictEqual(body);
  expect(text).toBe(JSON.stringify(body));
}

export const badRequest = (message: string) => ({ error: { status: 400, message, code: 'BAD_REQUEST' } });
export const unauthorized = (message: string) => ({ error: { status: 401, message, code: 'UNAUTHORIZED' } });
export const notFound = (message: string) => ({ error: { status: 404, message, code: 'NOT_FOUND' } });
