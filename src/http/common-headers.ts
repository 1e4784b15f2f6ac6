// Headers of every response.
import { CORS_HEADERS } from './cors.js';

export const COMMON_HEADERS: Record<string, string> = {
  ...CORS_HEADERS,
  // Data is never a page: nothing in it may run, and it must not be framed. Tool pages have a policy of their own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const YEAR_SECONDS = 31_536_000;

/** Only for an https URL on the default port, because HSTS applies to all ports of a host. */
export function transportHeaders(publicUrl: string | null): Record<string, string> {
  const { protocol, port } = new URL(publicUrl ?? 'http://localhost');
  return protocol === 'https:' && port === '' ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
}
