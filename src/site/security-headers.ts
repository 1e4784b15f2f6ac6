const POLICY = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self'`,
  `manifest-src 'self'`,
  `form-action 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
];

const headersWith = (policy: readonly string[]): Record<string, string> => ({
  'content-security-policy': policy.join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
});

/** Nothing from other origins, no scripts, and no styles except the style sheet. */
export const PAGE_HEADERS = headersWith(POLICY);

/** Pages that update themselves also need the live module and its requests to this service. */
export const LIVE_HEADERS = headersWith([...POLICY, `script-src 'self'`, `connect-src 'self'`]);
