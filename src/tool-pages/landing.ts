// The landing page: what the service is, and links to the rest.
import { createHash } from 'node:crypto';
import type { Call } from '../http/call.js';
import type { Reply } from '../http/reply.js';
import { type Landing, landingHtml, landingScript } from './landing/html.js';
import { HTML } from './made-page.js';
import { pageReply } from './page-reply.js';
import { securityHeaders } from './security-headers.js';
import type { TextPages } from './text-pages.js';

const HEADERS = securityHeaders(`sha256-${createHash('sha256').update(landingScript).digest('base64')}`);

export async function landingReply(call: Call, landing: Landing, textPages: TextPages): Promise<Reply> {
  const name = `landing ${landing.demo} ${landing.baseUrl}`;
  return pageReply(call, await textPages(name, HTML, () => landingHtml(landing)), HEADERS);
}
