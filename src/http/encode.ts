// Encodes bytes in the coding that a client accepts, on zlib's threads beside the event loop.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CODINGS, type Coding, chooseCoding, takesIdentity } from './coding.js';

export type Bytes = Buffer<ArrayBuffer>;

/** Below this, compressing costs more than it saves. */
const WORTH_CODING_BYTES = 1_000;

export function codingFor(acceptEncoding: string | null, { byteLength }: Bytes): Coding {
  if (byteLength < WORTH_CODING_BYTES && takesIdentity(acceptEncoding)) return 'identity';
  return chooseCoding(acceptEncoding, CODINGS);
}

const BROTLI_QUALITY = 5;
const brotli = promisify(brotliCompress);
const encoders = {
  br: (bytes: Bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
  identity: async (bytes: Bytes) => bytes,
};

export async function encode(bytes: Bytes, coding: Coding): Promise<Bytes> {
  return compact(await encoders[coding](bytes));
}

/** Copies the bytes out of their buffer, so that the rest is not retained: zlib's output is a slice of 16 KB. */
function compact(bytes: Bytes): Bytes {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}
