// Reads a zip archive in memory: stored and deflated entries, found through the central directory. Names are only
// compared, never used as paths, and no entry may grow beyond a bound, whatever its header says.
import { crc32, inflateRawSync } from 'node:zlib';
import { UnreadableError } from './unreadable.js';

type ZipEntry = {
  name: string;
  read(bytesMax?: number): Uint8Array;
};

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
const ENTRIES_MAX = 2000;
const ENTRY_BYTES_MAX = 64 * 1024 * 1024;

export const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

export function readZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  if (count > ENTRIES_MAX) throw new UnreadableError(`has ${count} entries, and at most ${ENTRIES_MAX} are read`);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) throw new UnreadableError(DAMAGED);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const from = at;
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameBytes ?? 0)));
    entries.push({ name, read: (bytesMax = ENTRY_BYTES_MAX) => readEntry(bytes, view, from, bytesMax) });
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

const DAMAGED = 'is a damaged zip archive';

function endOf(view: DataView): number {
  for (let at = view.byteLength - END_BYTES; at >= 0 && at >= view.byteLength - END_BYTES - COMMENT_MAX; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new UnreadableError(DAMAGED);
}

function readEntry(bytes: Uint8Array, view: DataView, central: number, bytesMax: number): Uint8Array {
  if ((view.getUint16(central + 8, true) & 1) !== 0)
    throw new UnreadableError('is encrypted; save it without a password');
  const method = view.getUint16(central + 10, true);
  const packed = view.getUint32(central + 20, true);
  const local = view.getUint32(central + 42, true);
  if (local + 30 > bytes.length || view.getUint32(local, true) !== LOCAL) throw new UnreadableError(DAMAGED);
  const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (from + packed > bytes.length) throw new UnreadableError(DAMAGED);
  const body = bytes.subarray(from, from + packed);
  const tooLarge = `unpacks to more than ${bytesMax / 1024 / 1024} MB`;
  if (method === 0 && packed > bytesMax) throw new UnreadableError(tooLarge);
  if (method === 0) return intact(body, view, central);
  if (method !== 8) throw new UnreadableError(`is packed by a method (${method}) that is not read`);
  try {
    return intact(inflateRawSync(body, { maxOutputLength: bytesMax }), view, central);
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : DAMAGED);
  }
}

function intact(unpacked: Uint8Array, view: DataView, central: number): Uint8Array {
  if (crc32(unpacked) !== view.getUint32(central + 16, true)) throw new UnreadableError(DAMAGED);
  return unpacked;
}
