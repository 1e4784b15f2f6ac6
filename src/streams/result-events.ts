// GraphQL results as events of the graphql-sse protocol: `next` with a result, `complete` when no other follows.
import { createReply, type Reply } from '../http/reply.js';
import { type Bytes, SSE_HEADERS, sse } from './sse.js';

/** Prefix and suffix of the JSON of a result. */
export const NEXT = ['event: next\ndata: ', '\n\n'] as const;

const COMPLETE = sse({ event: 'complete', data: '' });

export const lastEvents = (result: string): Bytes => Buffer.concat([sse({ event: 'next', data: result }), COMPLETE]);

/** Response with a single result. */
export function eventsReply(result: string): Reply {
  return createReply(200, { ...SSE_HEADERS, 'cache-control': 'no-store', vary: 'Accept' }, lastEvents(result));
}
