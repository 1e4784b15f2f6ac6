// An answer that is given once, compressed for a client that takes it so.
import { codingFor, encode } from './encode.js';
import { createReply, type Reply } from './reply.js';

/** Packed at once at most: beyond, zlib's threads would only have a queue, and an answer is sooner sent as it is. */
const PACKING_MAX = 16;
let packing = 0;

export async function packedReply(response: Response, acceptEncoding: string | null): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const coding = packing < PACKING_MAX ? codingFor(acceptEncoding, bytes) : 'identity';
  packing += 1;
  try {
    const headers = {
      ...Object.fromEntries(response.headers),
      vary: 'Accept, Accept-Encoding',
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    };
    return createReply(response.status, headers, await encode(bytes, coding));
  } finally {
    packing -= 1;
  }
}
