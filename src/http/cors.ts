// Any website may ask: what it gets depends on the key it sends, never on who it is. Errors are readable too.
const PREFLIGHT_SECONDS = 86_400;

export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Link, ETag, WWW-Authenticate, Allow, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
};

/** Of the answer to OPTIONS, for every address and without a key: a browser asks before it may send one. */
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
