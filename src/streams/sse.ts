// Server-sent events, as bytes that are made once for all who get them.

export type ServerSentEvent = {
  /** Where a client that comes back goes on. */
  id?: string;
  event?: string;
  data?: string;
  /** After how many milliseconds a client that lost the stream comes back. */
  retry?: number;
};

export type Bytes = Uint8Array<ArrayBuffer>;

export const SSE_TYPE = 'text/event-stream';

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

/** Whether the client names it among what it takes. */
export function takesEvents(accept: string | null): boolean {
  return (accept ?? '').split(',').some((item) => item.split(';')[0]?.trim().toLowerCase() === SSE_TYPE);
}

/** Nothing that a client would see; a line that its socket does. */
export const COMMENT: Bytes = Buffer.from(':\n\n');

/** Those who are sent away together come back one after the other. */
const COME_BACK = Array.from({ length: 16 }, (_, at) => sse({ retry: 500 + 150 * at }));

export function comeBack(): Bytes {
  return COME_BACK[Math.floor(Math.random() * COME_BACK.length)] ?? COMMENT;
}
