// Any website may send requests: what it gets depends on its key, never on its origin. Errors are readable too.
const PREFLIGHT_SECONDS = 86_400;

export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Link, ETag, WWW-Authenticate, Allow, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
};

/** Headers of the response to OPTIONS, for every path and without a key, which a browser cannot send yet. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  const allow = methods.join(', ');
  return {
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      'Authorization, Cache-Control, Content-Type, If-None-Match, Last-Event-ID, X-Read-After, X-Request-Id, traceparent, tracestate',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  };
}
