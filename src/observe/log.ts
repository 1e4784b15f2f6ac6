// The log, on standard error: JSON lines, or readable ones on a terminal.
import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config.js';
import { withoutKeys } from '../key.js';
import { bufferedLines, type Lines } from './log-buffer.js';

export type Log = Logger & {
  /** Writes a line that is already JSON and pure ASCII. */
  writeLine(line: string): void;
};

const STANDARD_ERROR = 2;
/**
 * Maximum size of an atomic write to a pipe (PIPE_BUF): lines stay whole when a process exits during a write.
 * Linux writes to a file whatever the size, and fewer pieces take less time.
 */
const PIPE_BYTES = 4_096;
const FILE_BYTES = 65_536;

export async function createLog(level: LogLevel, terminal: boolean): Promise<Log> {
  const pieceBytes = fstatSync(STANDARD_ERROR).isFile() ? FILE_BYTES : PIPE_BYTES;
  return logInto(terminal ? await readable() : bufferedLines(STANDARD_ERROR, pieceBytes), level);
}

export function logInto(destination: DestinationStream & Partial<Lines>, level: LogLevel): Log {
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: plainError },
    },
    destination,
  );
  const { writeAscii = (line: string) => destination.write(line) } = destination;
  return Object.assign(log, { writeLine: writeAscii });
}

/** Loads the pretty-printer only for a terminal. */
async function readable(): Promise<DestinationStream> {
  const { readableLine } = await import('./log-terminal.js');
  return { write: (line) => void writeSync(STANDARD_ERROR, readableLine(line)) };
}

/** Database errors carry row values in extra properties, and addresses may contain a key. */
function plainError(error: unknown) {
  if (!(error instanceof Error)) return { message: withoutKeys(String(error)) };
  const { name, message, stack = '', code } = error as NodeJS.ErrnoException;
  return { type: name, message: withoutKeys(message), stack: withoutKeys(stack), code };
}
