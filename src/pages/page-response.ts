import { chooseCoding, knownTag, tagOf } from '../http/coding.js';
import type { PageBytes } from './made-page.js';

/** The page in the best coding the browser takes, or 304 when it has it already. */
export function pageResponse(request: Request, page: PageBytes, headers: Record<string, string> = {}): Response {
  const coding = chooseCoding(request.headers.get('accept-encoding'), [...page.bodies.keys()]);
  const known = knownTag(page.hash, request.headers.get('if-none-match'));
  const caching = { 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' };
  if (known) return new Response(null, { status: 304, headers: { ...headers, ...caching, etag: known } });
  const body = page.bodies.get(coding) ?? new Uint8Array();
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...headers,
      ...caching,
      etag: tagOf(page.hash, coding),
      'content-type': page.contentType,
      'content-length': String(body.byteLength),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
  });
}
