// What the service says while it runs, on standard error: lines of JSON, or readable ones on a terminal.
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config.js';
import { withoutKeys } from '../key.js';

export type Log = Logger;

const STANDARD_ERROR = 2;

/** Lines are written together, since a write takes longer than most answers; the rest is written when the process ends. */
const TOGETHER = {
  sync: false,
  minLength: 2_048,
  periodicFlush: 200,
  /** What the system writes to a pipe in one piece (PIPE_BUF): the lines of workers that share one stay whole. */
  maxWrite: 4_096,
  /** While the pipe is not read, lines are lost before memory is. */
  maxLength: 16_000_000,
};

export async function createLog(level: LogLevel, terminal: boolean): Promise<Log> {
  return logInto(terminal ? await readable() : pino.destination({ dest: STANDARD_ERROR, ...TOGETHER }), level);
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

/** Loaded only for a terminal. */
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
