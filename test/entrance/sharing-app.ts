// An app that shares its rate limits with others through Redis, as in a process of its own.
import { onTestFinished } from 'vitest';
import { createApp } from '../../src/app/app.js';
import type { Db } from '../../src/db/client.js';
import { openRedisAccounts } from '../../src/entrance/redis-accounts.js';
import { SITE_URL, withoutFeed } from '../support/app.js';

export type Sharing = { db: Db; key: string; url: string; prefix: string; limit: number };
export type SharingApp = Awaited<ReturnType<typeof startSharing>>;

/** `told` are the messages for the operator; `ask` costs 1. */
export async function startSharing({ db, key, url, prefix, limit }: Sharing) {
  const told: string[] = [];
  const accounts = await openRedisAccounts(url, (message) => told.push(message), prefix);
  const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1_000, rateLimit: limit };
  const app = await createApp({ config, db: withoutFeed(db), log: console.error, accounts });
  onTestFinished(() => app.close());
  const headers = { authorization: `Bearer ${key}` };
  const ask = async () => {
    const response = await app.fetch(new Request('http://gateway.test/api/v1/nowhere', { headers }));
    const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
    return { status: response.status, left: Number(left), seconds: Number(seconds) };
  };
  return { told, ask, close: app.close };
}
