// The headers of every answer.
import { CORS_HEADERS } from './cors.js';

export const COMMON_HEADERS: Record<string, string> = {
  ...CORS_HEADERS,
  // Data is never a page: nothing in it runs, and it is not framed. Tool pages have a policy of their own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const YEAR_SECONDS = 31_536_000;

/** Over TLS only, which the operator says by the address; and not where another port of the host would be meant too. */
export function transportHeaders(publicUrl: string | null): Record<string, string> {
  const { protocol, port } = new URL(publicUrl ?? 'http://localhost');
  return protocol === 'https:' && port === '' ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
}
