// What every command shares: configuration, an open and migrated database, progress, and how it ends. Results go to
// standard output, everything else to standard error.

import { ImportRefused } from '../bundle/import.js';
import { BundleError } from '../bundle/problem.js';
import { ConfigError, readConfig } from '../config.js';
import { createDb, type Db } from '../db/client.js';
import { DbError } from '../db/db-error.js';
import { migrate } from '../db/migrate.js';

/** A mistake in how the command was called. */
export class UsageError extends Error {}

export function tell(message: string) {
  process.stderr.write(`${message}\n`);
}

/** Runs `work` and sets the exit code; mistakes of the caller are told without a stack. */
export async function runCommand(usage: string, work: () => Promise<void>): Promise<void> {
  let failed: unknown;
  const fail = (error: unknown) => {
    if (error === failed) return;
    failed = error;
    process.exitCode = 1;
    // Whoever reads the output may stop early, as head does, and wants no message for it.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    if (error instanceof UsageError || isParseArgsError(error)) tell(`${(error as Error).message}\n\n${usage}`);
    else if (error instanceof BundleError) tell(`${error.message}\nThe database was not changed.`);
    else if ([ConfigError, DbError, ImportRefused].some((kind) => error instanceof kind))
      tell((error as Error).message);
    else if ((error as NodeJS.ErrnoException).syscall) tell((error as Error).message);
    else throw error;
  };
  process.stdout.on('error', fail);
  await work().catch(fail);
}

export async function withDb<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await createDb(readConfig(), tell);
  try {
    await migrate(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

function isParseArgsError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}
