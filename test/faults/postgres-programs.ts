// PostgreSQL's own programs. Where they are not installed, the tests that need them are skipped with a message, except
// where they are required: in CI, or with REQUIRE_POSTGRES set. The server refuses to run as root, so root becomes
// `postgres`.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe } from 'vitest';

const PACKAGES = '/usr/lib/postgresql';
const folder = process.env.POSTGRES_BIN || newestPackage();
export const hasPrograms = folder !== null;
const required = process.env.CI === 'true' || Boolean(process.env.REQUIRE_POSTGRES);

/**
 * `describe`, skipped if PostgreSQL's programs are missing. Everything created in its hooks and tests is removed
 * afterwards.
 */
export function describeOnPostgres(name: string, tests: () => void): void {
  const skip = !hasPrograms && !required;
  if (skip) console.log(`Skipped for want of a PostgreSQL in ${PACKAGES} (see POSTGRES_BIN): ${name}`);
  describe.skipIf(skip)(name, () => {
    afterAll(tidyUp);
    tests();
  });
}

const left: (() => Promise<void>)[] = [];

/** Registers a clean-up; the last one registered runs first. */
export function whenOver(tidy: () => Promise<void>): void {
  left.push(tidy);
}

export async function tidyUp(): Promise<void> {
  for (let tidy = left.pop(); tidy; tidy = left.pop()) await tidy();
}

export async function run(program: string, args: string[]): Promise<void> {
  await promisify(execFile)(pathOf(program), args, asPostgres());
}

export function launch(program: string, args: string[]): ChildProcess {
  return spawn(pathOf(program), args, { ...asPostgres(), stdio: 'ignore' });
}

/** Creates an empty folder that the server's user owns. */
export async function newDataFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'gateway-postgres-'));
  const { uid, gid } = asPostgres();
  if (uid !== undefined && gid !== undefined) await chown(data, uid, gid);
  whenOver(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  return data;
}

function newestPackage(): string | null {
  if (!existsSync(PACKAGES)) return null;
  const versions = readdirSync(PACKAGES).sort((one, other) => Number(other) - Number(one));
  return (
    versions.map((version) => join(PACKAGES, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  );
}

/** Where PostgreSQL's programs are. */
export function binFolder(): string {
  if (folder === null)
    throw new Error(`PostgreSQL is required, and there is none in ${PACKAGES}: apt-get install postgresql`);
  return folder;
}

function pathOf(program: string): string {
  return join(binFolder(), program);
}

/** Ids for programs that refuse to run as root. */
export function asPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres']));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
