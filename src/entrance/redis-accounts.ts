// Usage of keys, added up in Redis by all processes. No request waits for it: while Redis is away, each process goes by
// its own account, which is logged once when it begins and once when it is over.
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { type SharedAccounts, WINDOW_SECONDS } from './rate-limit.js';

const ANSWER_MS = 500;
const RECONNECT_MS_MAX = 2_000;

/** Adds to the usage of a key, which expires one window after its first entry. */
const ADD = `
  local used = redis.call('INCRBY', KEYS[1], ARGV[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    left = tonumber(ARGV[2])
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return {used, left}`;

/** `prefix` separates this service's accounts from other keys in Redis. */
export async function openRedisAccounts(
  url: string,
  report: (message: string) => void,
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
  // Failed commands report the problem; without a listener the error would end the process.
  redis.on('error', () => undefined);
  let away = false;
  const isAway = (now: boolean, message: string) => {
    if (away !== now) report(message);
    away = now;
  };
  await once(redis, 'ready', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  return {
    async add(keyId, cost) {
      try {
        const added = await redis.eval(ADD, 1, `${prefix}:${keyId}`, cost, WINDOW_SECONDS * 1_000);
        const [used, resetMs] = added as [number, number];
        isAway(false, 'Redis is back: rate limits are shared by all processes again.');
        return { used, resetMs };
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        isAway(true, `Redis is unavailable (${why}): until it is back, each process counts separately.`);
        return null;
      }
    },
    async close() {
      redis.disconnect();
    },
  };
}
