import { checkFile, sumOf } from '../backup/file.js';
import { onlyOne, report, runCommand, UsageError, withDb } from './command.js';

const USAGE = `Usage: npm run restore -- FILE [--replace] [--check]

Restores what npm run backup has written, completely or not at all, into a database that is empty.
  --replace  also into one that is not: everything in it is lost, keys too
  --check    only read the file and see whether it is complete`;

const COMMAND = {
  usage: USAGE,
  options: { replace: { type: 'boolean' }, check: { type: 'boolean' } },
  allowPositionals: true,
} as const;

await runCommand(COMMAND, async ({ values, positionals }) => {
  const file = onlyOne(positionals, 'Name one file.');
  if (file === '-') throw new UsageError('Name a file: it is read twice.');
  const backup = await checkFile(file);
  const { header, rows } = backup;
  const what = `${sumOf(rows).toLocaleString('en')} rows of ${header.createdAt.slice(0, 16).replace('T', ' ')} UTC`;
  if (values.check) return report(`${file} is complete: ${what}.`);
  const { restoreBackup } = await import('../backup/restore.js');
  const { location, migrated } = await withDb(
    async (db) => ({
      location: db.location,
      migrated: await restoreBackup(db, backup, { replace: values.replace ?? false, report }),
    }),
    { migrations: 'ignore' },
  );
  report(`Restored ${what} into ${location}${migrated > 0 ? `, and applied ${migrated} migrations since` : ''}.`);
});
