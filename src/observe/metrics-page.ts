import { createHash, timingSafeEqual } from 'node:crypto';
import { errors } from '../errors.js';
import { type Endpoint, publicEndpoint } from '../http/endpoint.js';
import { createReply } from '../http/reply.js';

export const METRICS_PATH = '/metrics';

export function createMetricsPage(read: () => Promise<string>, token: string | null): Endpoint {
  return publicEndpoint(METRICS_PATH, async (call) => {
    if (token !== null && !isSame(call.header('authorization') ?? '', `Bearer ${token}`)) {
      throw errors.missingAuthorization();
    }
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
    return createReply(200, headers, await read());
  });
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
