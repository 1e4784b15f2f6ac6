// An answer that is given once, compressed for a client that takes it so.
import { codingFor, encode } from './encode.js';

/** Packed at once at most: beyond, zlib's threads would only have a queue, and an answer is sooner sent as it is. */
const PACKING_MAX = 16;
let packing = 0;

export async function packed(response: Response, acceptEncoding: string | null): Promise<Response> {
  const bytes = Buffer.from(await response.text());
  const coding = packing < PACKING_MAX ? codingFor(acceptEncoding, bytes) : 'identity';
  packing += 1;
  try {
    const body = await encode(bytes, coding);
    const headers = new Headers(response.headers);
    headers.set('vary', 'Accept, Accept-Encoding');
    headers.set('content-length', String(body.byteLength));
    if (coding !== 'identity') headers.set('content-encoding', coding);
    return new Response(body, { status: response.status, statusText: response.statusText, headers });
  } finally {
    packing -= 1;
  }
}
