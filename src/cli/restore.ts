import { checkBackup } from '../backup/file.js';
import { onlyOne, report, runCommand, withDb } from './command.js';
import { createProgress, readMeasured } from './progress.js';

const USAGE = `Usage: npm run restore -- FILE [--replace] [--check]

Restores what npm run backup has written (- for standard input), completely or not at all, into a database that is empty.
  --replace  also into one that is not: everything in it is lost, keys too
  --check    only read the file and see whether it is complete`;

const OPTIONS = { replace: { type: 'boolean' }, check: { type: 'boolean' } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ values, positionals }) => {
  const file = onlyOne(positionals, 'Name one file.');
  const name = file === '-' ? 'The backup' : file;
  const { lines, share } = await readMeasured(file);
  const textOf = (read: { lines: number; createdAt: string }) =>
    `${read.lines.toLocaleString('en')} lines of ${read.createdAt.slice(0, 16).replace('T', ' ')} UTC`;
  if (values.check) return report(`${name} is complete: ${textOf(await checkBackup(lines, name))}.`);
  const { restoreBackup } = await import('../backup/restore.js');
  const progress = createProgress();
  const options = { replace: values.replace ?? false, report };
  const text = await withDb(
    async (db) => {
      const read = await restoreBackup(db, lines, name, {
        ...options,
        onProgress: (step) => progress.show(step, share()),
      });
      return `Restored ${textOf(read)} into ${db.location}.`;
    },
    { migrations: 'ignore' },
  ).finally(progress.end);
  report(text);
});
