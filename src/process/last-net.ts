// The last net: what no request, timer or event has caught is logged, and ends no process that others rely on.
import type { Log } from '../observe/log.js';

export function catchRejections(log: Pick<Log, 'error'>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'A promise without a handler was rejected'));
}

/** Not before there is somebody to serve: what goes wrong at start is to end it. */
export function catchExceptions(log: Pick<Log, 'error'>): void {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'An exception was not caught'));
}
