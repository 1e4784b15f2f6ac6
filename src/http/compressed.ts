// A response that is sent once, compressed if the client accepts that.
import { codingFor, encode } from './encode.js';
import { createReply, type Reply } from './reply.js';

/** Concurrent compressions: more would only queue for zlib's threads, and an answer is sooner sent as it is. */
const COMPRESSING_MAX = 16;
let compressing = 0;

export async function compressedReply(response: Response, acceptEncoding: string | null): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const coding = compressing < COMPRESSING_MAX ? codingFor(acceptEncoding, bytes) : 'identity';
  compressing += 1;
  try {
    const headers = {
      ...Object.fromEntries(response.headers),
      vary: 'Accept, Accept-Encoding',
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    };
    return createReply(response.status, headers, await encode(bytes, coding));
  } finally {
    compressing -= 1;
  }
}
