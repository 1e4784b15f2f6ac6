// The page at the address of the service itself: what it is, and where to go from here.
import { createHash } from 'node:crypto';
import { type Landing, landingHtml, landingScript } from './landing/html.js';
import { HTML } from './made-page.js';
import { pageResponse } from './page-response.js';
import { securityHeaders } from './security-headers.js';
import type { TextPages } from './text-pages.js';

const HEADERS = securityHeaders(`sha256-${createHash('sha256').update(landingScript).digest('base64')}`);

export async function landingResponse(request: Request, landing: Landing, textPages: TextPages): Promise<Response> {
  const name = `landing ${landing.demo} ${landing.baseUrl}`;
  return pageResponse(request, await textPages(name, HTML, () => landingHtml(landing)), HEADERS);
}
