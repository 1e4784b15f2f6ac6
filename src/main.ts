// Entry point: starts the service, or says why it cannot start.
import './process/first-process.js';
import { ConfigError, readConfig } from './config.js';
import { DbError, diskFull } from './db/db-error.js';
import { createLog } from './observe/log.js';
import { OperationError } from './operations/operation-files.js';
import { banner } from './process/banner.js';

try {
  const config = readConfig();
  const terminal = process.stderr.isTTY;
  const log = await createLog(config.logLevel, terminal);
  for (const warning of config.warnings) log.warn(warning);
  // Imported only here: loading takes most of a second, in which a signal has its handler, and a wrong setting waits for none of it.
  const { serve } = await import('./process/serve.js');
  const greeting = await serve(config, log);
  if (terminal) process.stderr.write(banner(greeting));
  else log.info(greeting, 'Battle results gateway is ready');
} catch (error) {
  // Errors that the operator can fix are printed as a message; all others with their stack.
  const isExpected = [ConfigError, DbError, OperationError].some((kind) => error instanceof kind);
  const told = diskFull(error) ?? badAddress(error) ?? (isExpected ? (error as Error).message : null);
  if (told === null) throw error;
  process.stderr.write(`${told}\n`);
  process.exitCode = 1;
}

/** The address to listen on is in use, not ours, or does not exist. */
function badAddress(error: unknown): string | null {
  const { syscall = '', message } = error as NodeJS.ErrnoException;
  if (!['listen', 'getaddrinfo'].includes(syscall)) return null;
  return `${message}. Set HOST and PORT (for metrics METRICS_PORT) to an address of this machine that is free.`;
}
