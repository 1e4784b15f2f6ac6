// Results of GraphQL as events, in the words of graphql-sse: `next` with a result, `complete` when no other follows.
import { createReply, type Reply } from '../http/reply.js';
import { type Bytes, SSE_HEADERS, sse } from './sse.js';

/** Around the JSON of a result. */
export const NEXT = ['event: next\ndata: ', '\n\n'] as const;

const COMPLETE = sse({ event: 'complete', data: '' });

export const ending = (result: string): Bytes => Buffer.concat([sse({ event: 'next', data: result }), COMPLETE]);

/** A result that no other follows. */
export function eventsReply(result: string): Reply {
  return createReply(200, { ...SSE_HEADERS, 'cache-control': 'no-store', vary: 'Accept' }, ending(result));
}
