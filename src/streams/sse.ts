// Server-sent events, encoded once for all clients that receive them.
import { names } from '../http/weights.js';

export type ServerSentEvent = {
  /** Position from which a reconnecting client continues. */
  id?: string;
  event?: string;
  data?: string;
  /** Milliseconds after which a disconnected client reconnects. */
  retry?: number;
};

export type Bytes = Uint8Array<ArrayBuffer>;

const SSE_TYPE = 'text/event-stream';

export const SSE_HEADERS: Record<string, string> = { 'content-type': `${SSE_TYPE}; charset=utf-8` };

export function sse({ id, event, data, retry }: ServerSentEvent): Bytes {
  const lines = [
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(data === undefined ? [] : data.split(/\r\n|\r|\n/).map((line) => `data: ${line}`)),
  ];
  return Buffer.from(`${lines.join('\n')}\n\n`);
}

export const takesEvents = (accept: string | null): boolean => names(accept, SSE_TYPE);

/** A comment line: clients ignore it, but it is traffic on the socket. */
export const COMMENT: Bytes = Buffer.from(':\n\n');

/** Different retry times, so that clients disconnected together do not reconnect at the same time. */
const COME_BACK = Array.from({ length: 16 }, (_, at) => sse({ retry: 500 + 150 * at }));

export function comeBack(): Bytes {
  return COME_BACK[Math.floor(Math.random() * COME_BACK.length)] ?? COMMENT;
}
