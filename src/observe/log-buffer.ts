// Buffers whole log lines as bytes, and writes them when a piece is full or after TOGETHER_MS. With pino's own
// destination, which concatenates strings, a remembered answer takes longer (docs/figures.md). Logging never
// blocks on a slow reader.
import { type DestinationStream, pino } from 'pino';

const TOGETHER_MS = 200;
/** If the pipe is not read, lines beyond this are dropped to bound memory use. */
const WAITING_BYTES_MAX = 16_000_000;
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
  const pieces = pino.destination({
    dest: descriptor,
    sync: false,
    contentMode: 'buffer',
    maxWrite: pieceBytes,
    maxLength: WAITING_BYTES_MAX,
  });
  // The type declaration allows only strings.
  const write = pieces.write.bind(pieces) as unknown as (piece: Buffer) => boolean;
  let memory = Buffer.allocUnsafeSlow(PIECES * pieceBytes);
  /** The piece that is being filled: where it begins, and where the next line goes. */
  let start = 0;
  let end = 0;
  const send = () => {
    if (end > start) write(memory.subarray(start, end));
    start = end;
    if (start + pieceBytes <= memory.length) return;
    memory = Buffer.allocUnsafeSlow(PIECES * pieceBytes);
    start = end = 0;
  };
  setInterval(send, TOGETHER_MS).unref();
  process.once('exit', () => {
    send();
    pieces.flushSync();
  });
  const put = (line: string, most: number, encoding: 'latin1' | 'utf8') => {
    if (end + most > start + pieceBytes) send();
    if (most > pieceBytes) write(Buffer.from(line, encoding));
    else end += memory.write(line, end, encoding);
  };
  return {
    write: (line) => put(line, line.length * CHARACTER_BYTES, 'utf8'),
    writeAscii: (line) => put(line, line.length, 'latin1'),
  };
}
