// Usage of keys, added up in Redis by all processes. No request waits for it: while Redis is away, each process goes by
// its own account, which is logged once when it begins and once when it is over.
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { OVER_MS, type SharedAccounts, type Usage, WINDOW_SECONDS } from './rate-limit.js';

const ANSWER_MS = 500;
const RECONNECT_MS_MAX = 2_000;

/**
 * Merges totals by process into the account of a key, which expires at the end of its window. A process in another window
 * joins that of the account, unless its own is over. Redis' clock may jump: no account outlives a window.
 */
const MERGE = `
  local account, given = KEYS[1], tonumber(ARGV[2])
  local window = redis.call('HGET', account, 'window')
  if not window then
    window = ARGV[1]
    redis.call('HSET', account, 'window', window)
  end
  if window == ARGV[1] or given > ${OVER_MS} then
    for at = 3, #ARGV, 2 do
      local known = tonumber(redis.call('HGET', account, ARGV[at]) or 0)
      if tonumber(ARGV[at + 1]) > known then redis.call('HSET', account, ARGV[at], ARGV[at + 1]) end
    end
  end
  local left = redis.call('PTTL', account)
  if left < 0 or left > ${WINDOW_SECONDS * 1_000} then
    left = given
    redis.call('PEXPIRE', account, left)
  end
  return {left, redis.call('HGETALL', account)}`;

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
    async merge(keyId, { window, leftMs, used }) {
      try {
        const given = [window, Math.ceil(leftMs), ...[...used].flat()];
        const merged = await redis.eval(MERGE, 1, `${prefix}:usage:${keyId}`, ...given);
        const [left, fields] = merged as [number, string[]];
        isAway(false, 'Redis is back: rate limits are shared by all processes again.');
        return usageOf(left, fields);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        isAway(true, `Redis is unavailable (${why}): until it is back, each process counts separately.`);
        return null;
      }
    },
    onConnect: (listener) => void redis.on('ready', listener),
    async close() {
      redis.disconnect();
    },
  };
}

function usageOf(leftMs: number, fields: string[]): Usage {
  const used = new Map<string, number>();
  let window = '';
  for (let at = 0; at < fields.length; at += 2) {
    const [name = '', value = ''] = fields.slice(at, at + 2);
    if (name === 'window') window = value;
    else used.set(name, Number(value));
  }
  return { window, leftMs, used };
}
