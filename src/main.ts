// The process: one that serves, or one that keeps several others that do.
import cluster from 'node:cluster';
import { ConfigError, readConfig } from './config.js';
import { DbError } from './db/db-error.js';
import { OperationError } from './operation-files.js';
import { keepWorkers } from './workers.js';

const tell = (message: string) => void process.stderr.write(`${message}\n`);

try {
  const config = readConfig();
  if (config.workers > 1 && cluster.isPrimary) {
    await keepWorkers(config.workers, tell);
  } else {
    // Loaded only where it is used: the process that keeps the others stays small.
    const { serve } = await import('./serve.js');
    await serve(config, tell, (greeting) => (cluster.worker ? cluster.worker.send(greeting) : tell(greeting)));
  }
} catch (error) {
  // What the operator can mend is told in its own words; anything else with its stack.
  const told = [ConfigError, DbError, OperationError].some((kind) => error instanceof kind) || isAddressError(error);
  if (!told) throw error;
  tell((error as Error).message);
  process.exitCode = 1;
  cluster.worker?.disconnect();
}

/** The address to listen on is taken, not ours, or does not exist. */
function isAddressError(error: unknown): boolean {
  return ['listen', 'bind', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '');
}
