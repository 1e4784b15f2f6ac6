import type { Call } from '../http/call.js';
import { chooseCoding, knownTag, tagOf } from '../http/coding.js';
import { createReply, type Reply } from '../http/reply.js';
import type { PageBytes } from './made-page.js';

/** Replies with the page in the best content coding the browser accepts, or with 304 if the browser has it cached. */
export function pageReply(call: Call, page: PageBytes, headers: Record<string, string> = {}): Reply {
  const coding = chooseCoding(call.header('accept-encoding'), [...page.bodies.keys()]);
  const known = knownTag(page.hash, call.header('if-none-match'));
  const caching = { 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' };
  if (known) return createReply(304, { ...headers, ...caching, etag: known }, null);
  const about = {
    etag: tagOf(page.hash, coding),
    'content-type': page.contentType,
    ...(coding !== 'identity' && { 'content-encoding': coding }),
  };
  return createReply(200, { ...headers, ...caching, ...about }, page.bodies.get(coding) ?? '');
}
