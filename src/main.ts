// Entry point: runs one serving process, or a primary that manages several.
import './process/first-process.js';
import cluster from 'node:cluster';
import { ConfigError, readConfig } from './config.js';
import { DbError, diskFull } from './db/db-error.js';
import { createLog } from './observe/log.js';
import { OperationError } from './operations/operation-files.js';
import { banner, type Greeting } from './process/banner.js';
import { keepWorkers } from './process/workers.js';

try {
  const config = readConfig();
  const terminal = process.stderr.isTTY;
  const log = await createLog(config.logLevel, terminal);
  const greet = (greeting: Greeting) => {
    if (terminal) process.stderr.write(banner(greeting));
    else log.info(greeting, 'Battle results gateway is ready');
  };
  if (cluster.isPrimary) for (const warning of config.warnings) log.warn(warning);
  if (config.workers > 1 && cluster.isPrimary) {
    await keepWorkers(config, log, greet);
  } else {
    // Imported only here, so that the primary process stays small.
    const { serve } = await import('./process/serve.js');
    await serve(config, log, (greeting) => (cluster.worker ? cluster.worker.send({ greeting }) : greet(greeting)));
  }
} catch (error) {
  // Errors that the operator can fix are printed as a message; all others with their stack.
  const isExpected = [ConfigError, DbError, OperationError].some((kind) => error instanceof kind);
  const told = diskFull(error) ?? badAddress(error) ?? (isExpected ? (error as Error).message : null);
  if (told === null) throw error;
  process.stderr.write(`${told}\n`);
  process.exitCode = 1;
  cluster.worker?.disconnect();
}

/** The address to listen on is in use, not ours, or does not exist. */
function badAddress(error: unknown): string | null {
  const { syscall = '', message } = error as NodeJS.ErrnoException;
  if (!['listen', 'bind', 'getaddrinfo'].includes(syscall)) return null;
  return `${message}. Set HOST and PORT (for metrics METRICS_PORT) to an address of this machine that is free.`;
}
