import { expectData, expectPlainFile, onlyOne, report, runCommand, UsageError, withDb } from './command.js';

const USAGE = `Usage: npm run backup -- FILE

Writes everything to one file: an export, and with it keys, their usage, secrets and settings. The service may be running. The
file is read again and checked before it gets its name; one of that name is replaced.`;

await runCommand({ usage: USAGE }, async ({ positionals }) => {
  const file = onlyOne(positionals, 'Name one file.');
  if (file === '-') throw new UsageError('Name a file: what was written is read again.');
  await expectPlainFile(file);
  await expectData('back up');
  const { writeBackup } = await import('../backup/write.js');
  const { lines, bytes } = await withDb((db) => writeBackup(db, file), { migrations: 'ignore' });
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  const shown = size.toLocaleString('en', { maximumFractionDigits: 1 });
  report(`Backed up ${lines.toLocaleString('en')} lines to ${file} (${shown} ${unit}), and read them again.`);
});
