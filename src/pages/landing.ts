// What somebody sees who opens the address of the service: what it is, and where to go from here.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Landing, landingHtml, landingScript } from './landing/html.js';
import { pageResponse } from './page-response.js';
import { securityHeaders } from './security-headers.js';

/** Made anew each time: it is small, and names the address it was asked at. */
export function landingResponse(request: Request, landing: Landing): Response {
  const html = Buffer.from(landingHtml(landing));
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  const scriptHash = `sha256-${createHash('sha256').update(landingScript).digest('base64')}`;
  const page = { hash, scriptHash, bodies: new Map([['identity', html] as const, ['gzip', gzipSync(html)] as const]) };
  return pageResponse(request, page, securityHeaders(scriptHash));
}
