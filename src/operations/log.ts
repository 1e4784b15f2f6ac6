// What the service says while it runs, on standard error: lines of JSON, or readable ones on a terminal.
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config.js';
import { withoutKeys } from '../key.js';

export type Log = Logger;

const STANDARD_ERROR = 2;
/** Lines are written together, this many bytes at a time or after this long: a write a line would halve the service. */
const TOGETHER_BYTES = 8_192;
const TOGETHER_MS = 200;
/** When nobody reads, lines are lost before memory is. */
const WAITING_BYTES_MAX = 16_000_000;

export async function createLog(level: LogLevel, terminal: boolean): Promise<Log> {
  return logInto(terminal ? await readable() : together(), level);
}

export function logInto(destination: DestinationStream, level: LogLevel): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: plainError },
    },
    destination,
  );
}

/** What is still waiting is written when the process ends. */
function together(): DestinationStream {
  const destination = pino.destination({
    dest: STANDARD_ERROR,
    sync: false,
    minLength: TOGETHER_BYTES,
    maxWrite: 8 * TOGETHER_BYTES,
    maxLength: WAITING_BYTES_MAX,
  });
  setInterval(() => destination.flush(), TOGETHER_MS).unref();
  return destination;
}

/** Loaded only where somebody looks on. */
async function readable(): Promise<DestinationStream> {
  const { readableLine } = await import('./log-terminal.js');
  return { write: (line) => void writeSync(STANDARD_ERROR, readableLine(line)) };
}

/** Errors of the database hold values in properties of their own, and addresses may hold a key. */
function plainError(error: unknown) {
  if (!(error instanceof Error)) return { message: withoutKeys(String(error)) };
  const { name, message, stack = '', code } = error as NodeJS.ErrnoException;
  return { type: name, message: withoutKeys(message), stack: withoutKeys(stack), code };
}
