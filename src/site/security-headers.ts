const POLICY = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
];

const headersWith = (policy: readonly string[]): Record<string, string> => ({
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
});

/** Nothing from elsewhere, no script, no style but the style sheet. */
export const PAGE_HEADERS = headersWith(POLICY);

/** Where something is running: the one module, and what it asks this service for. */
export const LIVE_HEADERS = headersWith([...POLICY, `script-src 'self'`, `connect-src 'self'`]);
