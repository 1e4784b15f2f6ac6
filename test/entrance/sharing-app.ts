// An app that shares its rate limits with others through Redis, as in a process of its own.
import { onTestFinished } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { openRedisAccounts } from '../../src/entrance/redis-accounts.js';
import { createTestApp } from '../support/app.js';

export type Sharing = { db: Db; key: string; url: string; prefix: string; limit: number };
export type SharingApp = Awaited<ReturnType<typeof startSharing>>;

/** `told` are the messages for the operator; `ask` costs 1. */
export async function startSharing({ db, key, url, prefix, limit }: Sharing) {
  const told: string[] = [];
  const accounts = await openRedisAccounts(url, (message) => told.push(message), prefix);
  const app = await createTestApp(db, { documented: false, config: { rateLimit: limit }, deps: { accounts } });
  onTestFinished(() => app.close());
  const authorization = `Bearer ${key}`;
  const ask = async () => {
    const response = await app.get('/api/v1/nowhere', { authorization });
    const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
    return { status: response.status, left: Number(left), seconds: Number(seconds) };
  };
  return { told, ask, close: app.close };
}
