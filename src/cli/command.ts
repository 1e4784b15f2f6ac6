// Shared by all commands: configuration, an open database, progress, and exit codes. Results go to
// standard output, everything else to standard error.

import '../process/first-process.js';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BackupError } from '../backup/file.js';
import { BundleError, ImportRefused } from '../bundle/problem.js';
import { ConfigError, readConfig } from '../config.js';
import type { Db } from '../db/client.js';
import { DbError, diskFull } from '../db/db-error.js';
import { expectMigrated, MIGRATIONS, migrate } from '../db/migrate.js';
import { createDb, isUnused } from '../db/open.js';

/** The command was called with wrong arguments. */
export class UsageError extends Error {}

/** The command was called correctly but cannot be carried out; the message says why. */
export class CommandFailed extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>;
const HELP = { help: { type: 'boolean', short: 'h' } } as const;

type CommandShape<Own extends Options> = { usage: string; options?: Own; allowPositionals?: boolean };
type Given<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own; allowPositionals: true; strict: true; tokens: false }>
>;

export function report(message: string) {
  process.stderr.write(`${message}\n`);
}

/**
 * Runs `work` with the parsed arguments and sets the exit code: 1 if it failed, 2 for wrong arguments. User errors are
 * reported without a stack trace. With --help it only prints the usage.
 */
export async function runCommand<const Own extends Options>(
  { usage, options, allowPositionals = true }: CommandShape<Own>,
  work: (given: Given<Own>) => Promise<void>,
): Promise<void> {
  let failed: unknown;
  const fail = (error: unknown) => {
    if (error === failed) return;
    failed = error;
    const misused = error instanceof UsageError || isParseArgsError(error);
    process.exitCode = misused ? 2 : 1;
    // The reader of the output may stop early, as head does; that is not an error worth reporting.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    if (misused) report(`${(error as Error).message}\n\n${usage}`);
    else if (error instanceof BundleError) report(`${error.message}\nThe database was not changed.`);
    else if ([BackupError, CommandFailed, ConfigError, DbError, ImportRefused].some((kind) => error instanceof kind))
      report((error as Error).message);
    else if (diskFull(error) !== null) report(diskFull(error) as string);
    else if ((error as NodeJS.ErrnoException).syscall) report(fileProblem(error as NodeJS.ErrnoException));
    else throw error;
  };
  process.stdout.on('error', fail);
  try {
    const given = parseArgs({ options: { ...options, ...HELP }, allowPositionals, strict: true });
    if ((given.values as { help?: boolean }).help) process.stdout.write(`${usage}\n`);
    else await work(given as Given<Own>);
  } catch (error) {
    fail(error);
  }
}

type DbOptions = {
  /** Uses an in-memory database if there is none yet, so that none is created. */
  leavesNoTrace?: boolean;
  /** Whether they are applied; expected, by a command that only reads; or left to the command. */
  migrations?: 'apply' | 'expect' | 'ignore';
};

export async function withDb<Result>(
  work: (db: Db) => Promise<Result>,
  { leavesNoTrace = false, migrations = 'apply' }: DbOptions = {},
): Promise<Result> {
  const config = readConfig();
  const isTemporary = leavesNoTrace && (await isUnused(config));
  const db = isTemporary ? await inMemory() : await createDb(config, report, { asGuest: true });
  try {
    if (migrations === 'apply' || isTemporary) await migrate(db, MIGRATIONS, report);
    else if (migrations === 'expect') await expectMigrated(db);
    return await work(db);
  } finally {
    await db.close();
  }
}

/** `what` would be done with data; throws if there has never been any. */
export async function expectData(what: string): Promise<void> {
  const config = readConfig();
  if (await isUnused(config)) throw new CommandFailed(`There is nothing to ${what}: no data in ${config.dataDir} yet.`);
}

/** The one positional argument; `what` says what is missing otherwise. */
export function onlyOne(positionals: string[], what: string): string {
  const [word, ...more] = positionals;
  if (!word || more.length > 0) throw new UsageError(what);
  return word;
}

/** What is written gets its name when it is complete: a device of that name, such as /dev/null, would be replaced. */
export async function expectPlainFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && !found.isFile()) throw new CommandFailed(`${file} is not a file that can be replaced; name another.`);
}

/** In words for the commonest mistake; the system's own message otherwise. */
function fileProblem({ code, path, message }: NodeJS.ErrnoException): string {
  if (code !== 'ENOENT' || !path) return message;
  return existsSync(dirname(path)) ? `There is no file ${path}.` : `There is no folder ${dirname(path)}.`;
}

/** Imported only when needed. */
async function inMemory(): Promise<Db> {
  const { openInMemory } = await import('../db/embedded/embedded.js');
  return openInMemory();
}

function isParseArgsError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}
