/** Nothing from elsewhere, no script, no style but the style sheet. */
export const PAGE_HEADERS: Record<string, string> = {
  'content-security-policy': [
    `default-src 'none'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
};
