// What keys have used, added up in Redis by all processes. Nobody waits for it: while it is away, each process goes by its
// own account, and the operator is told once when that begins and once when it is over.
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { type SharedAccounts, WINDOW_SECONDS } from './rate-limit.js';

const ANSWER_MS = 500;
const RECONNECT_MS_MAX = 2_000;

/** `prefix` tells this service's accounts from whatever else is kept there. */
export async function openRedisAccounts(
  url: string,
  tell: (message: string) => void,
  prefix = 'battle-results-gateway',
): Promise<SharedAccounts> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
    retryStrategy: (times) => Math.min(times * 100, RECONNECT_MS_MAX),
    connectionName: 'battle-results-gateway',
  });
  // What a command says of it is enough; without a listener it would end the process.
  redis.on('error', () => undefined);
  // More than anybody uses: whether that is too much is said elsewhere.
  const points = Number.MAX_SAFE_INTEGER;
  const limiter = new RateLimiterRedis({ storeClient: redis, keyPrefix: prefix, points, duration: WINDOW_SECONDS });
  let away = false;
  const isAway = (now: boolean, message: string) => {
    if (away !== now) tell(message);
    away = now;
  };
  await once(redis, 'ready', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  return {
    async add(keyId, cost) {
      try {
        const { consumedPoints, msBeforeNext } = await limiter.penalty(keyId, cost);
        isAway(false, 'Redis is back: rate limits are shared by all processes again.');
        return { used: consumedPoints, resetMs: msBeforeNext };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        isAway(true, `Redis is away (${why}): until it is back, each process counts for itself.`);
        return null;
      }
    },
    async close() {
      redis.disconnect();
    },
  };
}
