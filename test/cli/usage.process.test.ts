import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { build, distFile, exists, newHeldDataDir, runInOneProcess, said, temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 120_000 });
beforeAll(build);
const run = runInOneProcess();

const KEYS = `Usage: npm run keys -- create NAME             a new key for the account NAME, printed once
       npm run keys -- list                    every key, without the keys themselves
       npm run keys -- usage [ID]              what keys were used for, by day (UTC) and operation
       npm run keys -- deactivate ID           a key stops working
       npm run keys -- activate ID             and works again
       npm run keys -- expire ID               a key stops working later
       npm run keys -- limit ID [N]            its budget per minute, in cost; without N that of the service (RATE_LIMIT)
       npm run keys -- rotate ID               another key for the same account; the old one expires
       npm run keys -- account deactivate NAME every key of an account stops working
       npm run keys -- account activate NAME   and works again
       npm run keys -- rotate-cursors          sign cursors with a new secret; those already issued stay valid
  --days N  create, expire: until the key expires (expire without it: never); rotate: how long the old key still works,
            by default 7; usage: how many days, by default 7
  --limit N  create: as limit; 0 is none
`;
const IMPORT = `Usage: npm run import -- FILE [--dry-run] [--replace-demo] [--converted] [--restore]
       npm run import -- --from FROM FILE… [--dry-run] [--replace-demo] [--set FIELD=VALUE]… [--aliases FILE]
                      [--encoding NAME]

Brings a bundle (JSON Lines, also gzipped; - for standard input) into the database, completely or not at all; with --from,
files that a converter makes a bundle of (npm run convert -- --help lists the converters).
  --dry-run          check everything and write nothing
  --replace-demo     remove the demo world and its key first
  --converted        the bundle comes from npm run convert: removed players stay removed, and battles of its tournaments
                     that it does not have are deleted; --from does the same
  --restore          allow removed players to be brought back
  --set FIELD=VALUE  say something about the tournament that the files do not, such as name, slug, startDate or battleSize
  --aliases FILE     who is who across sources: a table of source, id and playerId
  --encoding NAME    of text that is not in Unicode, such as windows-1250 (Polish), windows-1252 or macintosh; without it,
                     it is guessed and said
`;
const EXPORT = `Usage: npm run export -- FILE [--trf SLUG]

Writes the whole database as a bundle (JSON Lines; gzipped when FILE ends in .gz; - for standard output).
  --trf SLUG  instead, write the Swiss stage of a tournament as a FIDE tournament report, for pairing programs
`;

const REMOVE = `Usage: npm run remove -- tournament|battle|player|club KEY [--dry-run] [--erase] [--undo FILE]

Removes one record. Says what goes with it and what stays, and first writes a bundle that brings everything back.
A player becomes a removed player: the battles stay, without name and id.
  --dry-run    only say it
  --erase      a player: forget the id as well, so that nothing tells whose battles they were
  --undo FILE  where to write the bundle, instead of undo-KIND-KEY-TIME.jsonl here
`;

const COMMANDS = [
  ...['import', 'export', 'remove', 'publish', 'unpublish', 'keys', 'status', 'doctor', 'backup', 'restore'],
  ...['demo', 'migrate'],
];

describe('a command called wrongly says what is wrong and how it is called, and opens nothing', () => {
  test.each([
    ['keys', [], 'Give a command.', KEYS],
    ['keys', ['destroy', '1'], 'Unknown command: destroy 1', KEYS],
    ['keys', ['create'], 'Name the account.', KEYS],
    ['keys', ['create', 'Ann', 'Bo'], 'Name the account, in quotes when it has spaces.', KEYS],
    ['keys', ['deactivate', 'Ann'], 'Ann is not the ID of a key. See: npm run keys -- list', KEYS],
    ['keys', ['account', 'deactivate'], 'Name the account.', KEYS],
    ['keys', ['create', 'Ann', '--days', 'x'], '--days must be a whole number from 0 to 9999.', KEYS],
    ['keys', ['list', '--days', '3'], '--days belongs to create, expire, rotate and usage.', KEYS],
    ['keys', ['limit'], 'Name the ID of a key.', KEYS],
    ['keys', ['limit', '1', '5000000000'], 'A limit must be a whole number from 0 to 1000000000.', KEYS],
    ['keys', ['limit', '1', '--limit', '5'], '--limit belongs to create.', KEYS],
    ['import', [], 'Name one bundle.', IMPORT],
    ['export', [], 'Name one file.', EXPORT],
    ['remove', ['army', 'x'], 'Name a tournament, battle, player or club.', REMOVE],
    ['remove', ['club'], 'Name one club.', REMOVE],
    ['remove', ['club', 'x', '--erase'], 'Only a player can be erased.', REMOVE],
  ])('%s %j', async (command, args, message, usage) => {
    const dataDir = join(await temporaryFolder(), 'data');
    expect(await run(`cli/${command}.js`, args, { env: { DATA_DIR: dataDir } })).toStrictEqual(
      said(2, `${message}\n\n${usage}`),
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
