// What the service says while it runs, on standard error: lines of JSON, or readable ones on a terminal.
import cluster from 'node:cluster';
import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config.js';
import { withoutKeys } from '../key.js';

export type Log = Logger;

const STANDARD_ERROR = 2;
/** Lines are written together, or after this long: a write a line would take more time than most answers. */
const TOGETHER_MS = 200;
const TOGETHER_BYTES = 65_536;
/** What the system writes in one piece: with more, the lines of workers that share a pipe could end up in each other. */
const ONE_PIECE_BYTES = 4_096;
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
  const maxWrite = cluster.isWorker ? ONE_PIECE_BYTES : TOGETHER_BYTES;
  const destination = pino.destination({
    dest: STANDARD_ERROR,
    sync: false,
    minLength: maxWrite / 2,
    maxWrite,
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
