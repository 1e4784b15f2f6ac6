// The body of a request, as text.
import { IncomingMessage } from 'node:http';
import { type ApiError, errors } from '../errors.js';
import type { Call } from './call.js';
import { inTime } from './in-time.js';

/** Time for a body to arrive: while a client sends it slowly, it holds a place. */
const BODY_MS = 5_000;

/** What is sent in less than this is parsed in no time. */
const SMALL_BYTES = 8_192;

/** Whether handling the body may take milliseconds. */
export const isLargeBody = ({ bodyBytes }: Pick<Call, 'bodyBytes'>): boolean => bodyBytes > SMALL_BYTES;

/** Throws `tooLarge` if there are more bytes than `maxBytes`, and a 408 if they do not arrive in time. */
export async function readBody(call: Call, maxBytes: number, tooLarge: ApiError): Promise<string> {
  const { source, headers } = call;
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const body = await inTime(BODY_MS, call, () => read(source, maxBytes, tooLarge), errors.requestTimeout);
  call.bodyBytes = body.length;
  return body.toString();
}

async function read(source: Call['source'], maxBytes: number, tooLarge: ApiError): Promise<Buffer> {
  // Destroying a request that is not read to its end would close its connection before the answer is sent.
  const kept = source instanceof IncomingMessage ? source.iterator({ destroyOnReturn: false }) : source.body;
  const body = (kept ?? []) as AsyncIterable<Uint8Array>;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) break;
    parts.push(part);
  }
  if (bytes > maxBytes) {
    // The rest is discarded, so that the next request on the connection is found; not before the loop has let go of it.
    if (source instanceof IncomingMessage) setImmediate(() => source.resume());
    throw tooLarge;
  }
  return Buffer.concat(parts);
}
