import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { build, distFile, exists, run, said, temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 120_000 });
beforeAll(build);

const KEYS = `Usage: npm run keys -- create NAME             a new key for the account NAME, printed once
       npm run keys -- list                    every key, without the keys themselves
       npm run keys -- deactivate ID           a key stops working
       npm run keys -- activate ID             and works again
       npm run keys -- account deactivate NAME every key of an account stops working
       npm run keys -- account activate NAME   and works again
       npm run keys -- rotate-cursors          sign cursors with a new secret; those already issued stay valid
`;
const IMPORT = `Usage: npm run import -- FILE [--dry-run] [--replace-demo] [--restore]

Brings a bundle (JSON Lines, also gzipped; - for standard input) into the database, completely or not at all.
  --dry-run       check everything and write nothing
  --replace-demo  remove the demo world and its key first
  --restore       allow removed players to be brought back
`;
const EXPORT = `Usage: npm run export -- FILE

Writes the whole database as a bundle (JSON Lines; gzipped when FILE ends in .gz; - for standard output).
`;

describe('a command called wrongly says what is wrong and how it is called, and opens nothing', () => {
  test.each([
    ['keys', [], 'Give a command.', KEYS],
    ['keys', ['destroy', '1'], 'Unknown command: destroy 1', KEYS],
    ['keys', ['create'], 'Name the account.', KEYS],
    ['keys', ['create', 'Ann', 'Bo'], 'Name the account, in quotes when it has spaces.', KEYS],
    ['keys', ['deactivate', 'Ann'], 'Ann is not the ID of a key. See: npm run keys -- list', KEYS],
    ['keys', ['account', 'deactivate'], 'Name the account.', KEYS],
    ['import', [], 'Name one bundle.', IMPORT],
    ['export', [], 'Name one file.', EXPORT],
  ])('%s %j', async (command, args, message, usage) => {
    const dataDir = join(await temporaryFolder(), 'data');
    expect(await run(`cli/${command}.js`, args, { env: { DATA_DIR: dataDir } })).toStrictEqual(
      said(2, `${message}\n\n${usage}`),
    );
    expect(await exists(dataDir)).toBe(false);
  });

  test.each(['import', 'export', 'keys', 'demo', 'migrate'])('%s with an option that there is not', async (command) => {
    const dataDir = join(await temporaryFolder(), 'data');
    const { code, stdout, stderr } = await run(`cli/${command}.js`, ['--force'], { env: { DATA_DIR: dataDir } });
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(await exists(dataDir)).toBe(false);
    expect(stderr).toMatch(new RegExp(`^Unknown option '--force'.*\n\nUsage: npm run ${command}`));
  });
});

test.each(['import', 'export', 'keys', 'demo', 'migrate'])('%s --help helps and does nothing else', async (command) => {
  const dataDir = join(await temporaryFolder(), 'data');
  // Not even the environment is validated.
  const helped = await run(`cli/${command}.js`, ['--help'], { env: { DATA_DIR: dataDir, PORT: 'x' } });
  expect(helped).toStrictEqual({ code: 0, stdout: expect.stringMatching(`^Usage: npm run ${command}`), stderr: '' });
  expect(await exists(dataDir)).toBe(false);
});

test('import --dry-run and export make no folder: one checks all the same, the other says that nothing is there', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const options = { env: { DATA_DIR: dataDir }, stdin: '{"type":"club","slug":"a","name":"A"}\n' };
  expect(await run('cli/import.js', ['--dry-run', '-'], options)).toStrictEqual(
    said(
      0,
      'The bundle is fine: 1 club, 0 player, 0 battlePack, 0 faction, 0 tournament, 0 battle. Nothing was written.\n',
    ),
  );
  const stdin =
    '{"type":"tournament","slug":"a","name":"A","published":true,"status":"planned","battleSize":1,"club":"x"}';
  expect((await run('cli/import.js', ['--dry-run', '-'], { ...options, stdin })).stderr).toMatch(
    /^line 1: club x is neither/,
  );
  const file = join(folder, 'backup.jsonl');
  expect(await run('cli/export.js', [file], options)).toStrictEqual(
    said(1, `There is nothing to export: no data in ${dataDir} yet.\n`),
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
