// Buffers whole log lines as bytes, and writes them when a piece is full or after TOGETHER_MS. With pino's own
// destination, which concatenates strings, a remembered answer takes longer (docs/figures.md). Logging never
// blocks on a slow reader, and what cannot be written, as on a full disk, troubles nobody but who reads the log.
import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const TOGETHER_MS = 200;
/** If nothing can be written, lines beyond this are dropped to bound memory use. */
const WAITING_BYTES_MAX = 16_000_000;
/** Time for the reader of a pipe to make room when the process exits, and how often that is tried. */
const LAST_MS = 1_000;
const AGAIN_MS = 10;
/** Pieces for which memory is allocated at once, because that takes longer than filling one. */
const PIECES = 4;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const CHARACTER_BYTES = 3;

export type Lines = DestinationStream & {
  /** Writes a line that is pure ASCII, which is faster. */
  writeAscii(line: string): void;
};

/** Buffered lines are written when the process exits. */
export function bufferedLines(descriptor: number, pieceBytes: number): Lines {
  const pieces = writtenPieces(descriptor);
  let memory = Buffer.allocUnsafeSlow(PIECES * pieceBytes);
  /** The piece that is being filled: where it begins, and where the next line goes. */
  let start = 0;
  let end = 0;
  const send = () => {
    if (end > start) pieces.add(memory.subarray(start, end));
    start = end;
    if (start + pieceBytes <= memory.length) return;
    memory = Buffer.allocUnsafeSlow(PIECES * pieceBytes);
    start = end = 0;
  };
  setInterval(() => {
    send();
    pieces.write();
  }, TOGETHER_MS).unref();
  process.once('exit', () => pieces.writeLast(memory.subarray(start, end)));
  const put = (line: string, most: number, encoding: 'latin1' | 'utf8') => {
    if (end + most > start + pieceBytes) send();
    if (most > pieceBytes) pieces.add(Buffer.from(line, encoding));
    else end += memory.write(line, end, encoding);
  };
  return {
    write: (line) => put(line, line.length * CHARACTER_BYTES, 'utf8'),
    writeAscii: (line) => put(line, line.length, 'latin1'),
  };
}

/** Writes one piece after the other. What fails is tried again at the next `write`. */
function writtenPieces(descriptor: number) {
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  const wrote = (bytes: number) => {
    const [first] = waiting;
    waitingBytes -= bytes;
    if (first && bytes < first.length) waiting[0] = first.subarray(bytes);
    else waiting.shift();
  };
  const next = () => {
    const [first] = waiting;
    if (isWriting || !first) return;
    isWriting = true;
    write(descriptor, first, (error, bytes) => {
      isWriting = false;
      if (error) return;
      wrote(bytes);
      next();
    });
  };
  return {
    add(piece: Buffer) {
      if (waitingBytes + piece.length > WAITING_BYTES_MAX) return;
      waiting.push(piece);
      waitingBytes += piece.length;
      next();
    },
    write: next,
    /** Writes all that its reader takes in time. Another thread may be about to write the first piece. */
    writeLast(last: Buffer) {
      const until = performance.now() + LAST_MS;
      const rest = [...(isWriting ? waiting.slice(1) : waiting), last];
      rest.every((piece) => writeWhole(descriptor, piece, until));
    },
  };
}

/** Returns false if the piece cannot be written. */
function writeWhole(descriptor: number, piece: Buffer, until: number): boolean {
  for (let rest = piece; rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || performance.now() > until) return false;
      Atomics.wait(NEVER, 0, 0, AGAIN_MS);
    }
  }
  return true;
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));
