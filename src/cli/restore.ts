import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkFile, sumOf } from '../backup/file.js';
import { onlyOne, report, runCommand, withDb } from './command.js';

const USAGE = `Usage: npm run restore -- FILE [--replace] [--check]

Restores what npm run backup has written (- for standard input, which is first kept in a temporary file), completely or not
at all, into a database that is empty.
  --replace  also into one that is not: everything in it is lost, keys too
  --check    only read the file and see whether it is complete`;

const OPTIONS = { replace: { type: 'boolean' }, check: { type: 'boolean' } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ values, positionals }) => {
  const named = onlyOne(positionals, 'Name one file.');
  await (named === '-' ? withInput(restore) : restore(named));

  async function restore(file: string): Promise<void> {
    const backup = await checkFile(file);
    const { header, rows } = backup;
    const what = `${sumOf(rows).toLocaleString('en')} rows of ${header.createdAt.slice(0, 16).replace('T', ' ')} UTC`;
    if (values.check) return report(`${named === '-' ? 'The backup' : file} is complete: ${what}.`);
    const { restoreBackup } = await import('../backup/restore.js');
    const { location, migrated } = await withDb(
      async (db) => ({
        location: db.location,
        migrated: await restoreBackup(db, backup, { replace: values.replace ?? false, report }),
      }),
      { migrations: 'ignore' },
    );
    report(`Restored ${what} into ${location}${migrated > 0 ? `, and applied ${migrated} migrations since` : ''}.`);
  }
});

/** Standard input as a file, since a backup is read twice. */
async function withInput(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-'));
  try {
    const file = join(folder, 'input.backup');
    await pipeline(process.stdin, createWriteStream(file));
    await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
