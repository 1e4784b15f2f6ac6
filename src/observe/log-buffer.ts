// Lines are put together as bytes, whole ones only, and written when there are enough or some time has passed. With pino's
// own destination, which puts strings together, a remembered answer takes 9 µs longer (docs/figures.md). No line waits until
// the ones before it are read.
import { type DestinationStream, pino } from 'pino';

const TOGETHER_MS = 200;
/** While the pipe is not read, lines are lost before memory is. */
const WAITING_BYTES_MAX = 16_000_000;
/** A character of JavaScript takes no more in UTF-8. */
const CHARACTER_BYTES = 3;

export type Lines = DestinationStream & {
  /** A line of nothing but ASCII, which is faster. */
  writeAscii(line: string): void;
};

/** What is still waiting is written when the process ends. */
export function bufferedLines(descriptor: number, pieceBytes: number): Lines {
  const pieces = pino.destination({
    dest: descriptor,
    sync: false,
    contentMode: 'buffer',
    maxWrite: pieceBytes,
    maxLength: WAITING_BYTES_MAX,
  });
  // Its types know of text only.
  const write = pieces.write.bind(pieces) as unknown as (piece: Buffer) => boolean;
  let piece = Buffer.allocUnsafeSlow(pieceBytes);
  let used = 0;
  const send = () => {
    if (used > 0) write(piece.subarray(0, used));
    piece = Buffer.allocUnsafeSlow(pieceBytes);
    used = 0;
  };
  setInterval(() => used > 0 && send(), TOGETHER_MS).unref();
  process.once('exit', () => {
    send();
    pieces.flushSync();
  });
  const put = (line: string, most: number, encoding: 'latin1' | 'utf8') => {
    if (used + most > pieceBytes) send();
    if (most > pieceBytes) write(Buffer.from(line, encoding));
    else used += piece.write(line, used, encoding);
  };
  return {
    write: (line) => put(line, line.length * CHARACTER_BYTES, 'utf8'),
    writeAscii: (line) => put(line, line.length, 'latin1'),
  };
}
