import { createHash, timingSafeEqual } from 'node:crypto';
import { errors } from '../errors.js';

export const METRICS_PATH = '/metrics';

export type MetricsPage = {
  /** Null when something else is asked for. */
  fetch(request: Request): Promise<Response | null>;
};

export function createMetricsPage(read: () => Promise<string>, token: string | null): MetricsPage {
  return {
    async fetch({ method, url, headers }) {
      if ((method !== 'GET' && method !== 'HEAD') || new URL(url).pathname !== METRICS_PATH) return null;
      if (token !== null && !isSame(headers.get('authorization') ?? '', `Bearer ${token}`)) {
        throw errors.missingAuthorization();
      }
      return new Response(await read(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      });
    },
  };
}

/** In a time that does not tell how much of it was right. */
function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
