// Splits bytes into numbered lines. It streams, so the size of a bundle does not matter.
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The text of a line, or the reason why it has none. */
export type Line = { line: number; text: string; problem?: never } | { line: number; text?: never; problem: string };

const LINE_BYTES_MAX = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Reads a file, or standard input for "-"; gzip is detected by its first bytes. `onBytes` hears how many it read. */
export function readLines(file: string, onBytes?: (bytes: number) => void): AsyncGenerator<Line> {
  const open = () => (file === '-' ? process.stdin : createReadStream(file));
  return splitLines(unzipped(onBytes ? () => told(open(), onBytes) : open));
}

async function* told(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** The stream is opened on the first read: before that, an error would have no listener. */
async function* unzipped(open: () => AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = open()[Symbol.asyncIterator]();
  let first = await chunks.next();
  // Detection needs two bytes, and a pipe may deliver them one at a time.
  while (!first.done && first.value.length < 2) {
    const more = await chunks.next();
    if (more.done) break;
    first = { done: false, value: Buffer.concat([first.value, more.value]) };
  }
  if (first.done) return;
  const rest = async function* () {
    yield first.value as Buffer;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* rest();
    return;
  }
  // Errors of any stream, such as a truncated file, are thrown by the last one.
  const gunzip = pipeline(Readable.from(rest()), createGunzip(), () => undefined);
  yield* gunzip as AsyncIterable<Buffer>;
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const finish = (tail: Buffer): Line => {
    line += 1;
    const bytes = pending.length === 0 ? tail : Buffer.concat([...pending, tail]);
    pending = [];
    pendingBytes = 0;
    try {
      return { line, text: decoder.decode(bytes) };
    } catch {
      return { line, problem: 'is not UTF-8 text' };
    }
  };
  try {
    for await (const chunk of chunks) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        yield finish(chunk.subarray(start, end));
        start = end + 1;
      }
      if (start < chunk.length) {
        pending.push(chunk.subarray(start));
        pendingBytes += chunk.length - start;
        if (pendingBytes > LINE_BYTES_MAX) {
          yield { line: line + 1, problem: 'is longer than 64 MB; is this JSON Lines?' };
          return;
        }
      }
    }
  } catch (error) {
    const problem = GZIP_PROBLEMS[String((error as NodeJS.ErrnoException).code)];
    if (!problem) throw error;
    yield { line: line + 1, problem };
    return;
  }
  if (pending.length > 0) yield finish(Buffer.alloc(0));
}

const GZIP_PROBLEMS: Record<string, string> = {
  Z_BUF_ERROR: 'cannot be read: the gzip file is cut short',
  Z_DATA_ERROR: 'cannot be read: the gzip file is damaged',
};
