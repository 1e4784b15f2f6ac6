/** Nothing from elsewhere and no script but the page's own; the libraries make style elements themselves. */
export function contentSecurityPolicy(scriptHash: string, also: string[] = []): string {
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
