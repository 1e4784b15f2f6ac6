/** `also` is what the policy allows beyond what every page may do. */
export function securityHeaders(scriptHash: string, also: string[] = []): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(scriptHash, also),
    'referrer-policy': 'no-referrer',
    // The visitor's key is in the page: no other window reaches into it.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Nothing from elsewhere and no script but the page's own; the libraries make style elements themselves. */
function contentSecurityPolicy(scriptHash: string, also: string[]): string {
  return [
    `default-src 'none'`,
    `script-src '${scriptHash}'`,
    `style-src 'unsafe-inline'`,
    `img-src data:`,
    `connect-src 'self'`,
    ...also,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
