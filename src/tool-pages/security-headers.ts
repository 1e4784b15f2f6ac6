/** `also` lists policy directives beyond those of every page. */
export function securityHeaders(scriptHash: string, also: string[] = []): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(scriptHash, also),
    'referrer-policy': 'no-referrer',
    // The page holds the visitor's key, so no other window may access it.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/**
 * Nothing from other origins, and no script except the page's own. Inline styles are needed because the libraries
 * create style elements.
 */
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
