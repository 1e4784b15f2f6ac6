import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { build, distFile, exists, newHeldDataDir, runInOneProcess, said, temporaryFolder } from '../support/process.js';

beforeAll(build);
const run = runInOneProcess();

const COMMANDS = [
  ...['import', 'export', 'remove', 'publish', 'unpublish', 'keys', 'status', 'doctor', 'backup', 'restore'],
  ...['demo', 'migrate'],
];

describe('a command called wrongly says what is wrong and how it is called, and opens nothing', () => {
  test.each([
    ['keys', [], 'Give a command.'],
    ['keys', ['destroy', '1'], 'Unknown command: destroy 1'],
    ['keys', ['create'], 'Name the account.'],
    ['keys', ['create', 'Ann', 'Bo'], 'Name the account, in quotes when it has spaces.'],
    ['keys', ['deactivate', 'Ann'], 'Ann is not the ID of a key. See: npm run keys -- list'],
    ['keys', ['account', 'deactivate'], 'Name the account.'],
    ['keys', ['create', 'Ann', '--days', 'x'], '--days must be a whole number from 0 to 9999.'],
    ['keys', ['list', '--days', '3'], '--days belongs to create, expire, rotate and usage.'],
    ['keys', ['limit'], 'Name the ID of a key.'],
    ['keys', ['limit', '1', '5000000000'], 'A limit must be a whole number from 0 to 1000000000.'],
    ['keys', ['limit', '1', '--limit', '5'], '--limit belongs to create.'],
    ['import', [], 'Name one bundle.'],
    ['export', [], 'Name one file.'],
    ['remove', ['army', 'x'], 'Name a tournament, battle, player or club.'],
    ['remove', ['club'], 'Name one club.'],
    ['remove', ['club', 'x', '--erase'], 'Only a player can be erased.'],
  ])('%s %j', async (command, args, message) => {
    const dataDir = join(await temporaryFolder(), 'data');
    expect(await run(`cli/${command}.js`, args, { env: { DATA_DIR: dataDir } })).toStrictEqual(
      said(2, `${message}\n\n${(await run(`cli/${command}.js`, ['--help'])).stdout}`),
    );
    expect(await exists(dataDir)).toBe(false);
  });

  test.each(COMMANDS)('%s with an option that there is not', async (command) => {
    const dataDir = join(await temporaryFolder(), 'data');
    const { code, stdout, stderr } = await run(`cli/${command}.js`, ['--force'], { env: { DATA_DIR: dataDir } });
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(await exists(dataDir)).toBe(false);
    expect(stderr).toMatch(new RegExp(`^Unknown option '--force'.*\n\nUsage: npm run ${command}`));
  });
});

test.each(COMMANDS)('%s --help helps and does nothing else', async (command) => {
  const dataDir = join(await temporaryFolder(), 'data');
  // Not even the environment is validated.
  const helped = await run(`cli/${command}.js`, ['--help'], { env: { DATA_DIR: dataDir, PORT: 'x' } });
  expect(helped).toStrictEqual({ code: 0, stdout: expect.stringMatching(`^Usage: npm run ${command}`), stderr: '' });
  expect(await exists(dataDir)).toBe(false);
});

test('commands that only read leave the tables of an earlier release as they are, and say what to do', async () => {
  const { dataDir, host } = await newHeldDataDir();
  const newest = 'SELECT max("migration_name") AS "name" FROM "_prisma_migrations"';
  await host.sql.query(`DELETE FROM "_prisma_migrations" WHERE "migration_name" = (${newest})`);
  const before = await host.sql.query(newest);
  const refused =
    `folder ${dataDir} lacks a migration of this release, and this command does not migrate. ` +
    'Start the service, or run: npm run migrate\n';
  const commands = [['export', '-'], ['keys', 'list'], ['doctor'], ['remove', 'club', 'a', '--dry-run']];
  for (const [command, ...args] of commands) {
    expect(await run(`cli/${command}.js`, args, { env: { DATA_DIR: dataDir } })).toStrictEqual(said(1, refused));
  }
  expect(await host.sql.query(newest)).toStrictEqual(before);
});

test('import --dry-run, keys list and export make no folder: one checks all the same, the others say that nothing is there', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const stdin =
    '{"type":"tournament","slug":"a","name":"A","published":true,"status":"planned","battleSize":1,"club":"x"}';
  const options = { env: { DATA_DIR: dataDir }, stdin };
  expect((await run('cli/import.js', ['--dry-run', '-'], options)).stderr).toMatch(/^line 1: club x is neither/);
  const file = join(folder, 'backup.jsonl');
  expect(await run('cli/export.js', [file], options)).toStrictEqual(
    said(1, `There is nothing to export: no data in ${dataDir} yet.\n`),
  );
  expect(await run('cli/keys.js', ['list'], options)).toStrictEqual(
    said(1, `There is nothing to show: no data in ${dataDir} yet.\n`),
  );
  expect(await readdir(folder)).toStrictEqual([]);
});

describe('output that nobody takes', () => {
  test('ends a command quietly', async () => {
    const child = spawn(process.execPath, [distFile('cli/demo.js')]);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended(child)).toStrictEqual({ code: 1, stderr: '' });
  });

  test.runIf(existsSync('/dev/full'))('is said when it is a full disk', async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const child = spawn(process.execPath, [distFile('cli/demo.js')], { stdio: ['ignore', full.fd, 'pipe'] });
    expect(await ended(child)).toStrictEqual({ code: 1, stderr: 'ENOSPC: no space left on device, write\n' });
  });

  async function ended(child: ChildProcess) {
    const [[code], stderr] = await Promise.all([once(child, 'close'), child.stderr ? text(child.stderr) : null]);
    return { code, stderr };
  }
});
