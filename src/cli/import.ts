import { readLines } from '../bundle/lines.js';
import { PROBLEMS_MAX, problemText } from '../bundle/problem.js';
import type { Db } from '../db/client.js';
import { report, runCommand, UsageError, withDb } from './command.js';
import { createProgress } from './progress.js';

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--replace-demo] [--restore]

Brings a bundle (JSON Lines, also gzipped; - for standard input) into the database, completely or not at all.
  --dry-run       check everything and write nothing
  --replace-demo  remove the demo world and its key first
  --restore       allow removed players to be brought back`;

const COMMAND = {
  usage: USAGE,
  options: { 'dry-run': { type: 'boolean' }, 'replace-demo': { type: 'boolean' }, restore: { type: 'boolean' } },
  allowPositionals: true,
} as const;

await runCommand(COMMAND, async ({ values, positionals }) => {
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('Name one bundle.');
  const { importBundle } = await import('../bundle/import.js');
  const dryRun = values['dry-run'] ?? false;
  const progress = createProgress();
  let emptyings = 0;
  const importing = (db: Db) =>
    importBundle(db, readLines(file), {
      dryRun,
      replaceDemo: values['replace-demo'] ?? false,
      restore: values.restore ?? false,
      onProgress: progress.show,
      onEmptied(emptied) {
        emptyings += 1;
        progress.clear();
        if (emptyings <= PROBLEMS_MAX) report(problemText(emptied));
      },
      onDoubt(doubt) {
        progress.clear();
        report(`warning: ${problemText(doubt)}`);
      },
    }).finally(progress.end);
  const counts = await withDb(importing, { leavesNoTrace: dryRun });
  if (emptyings > PROBLEMS_MAX) report(`and ${emptyings - PROBLEMS_MAX} more fields would be emptied`);
  const summary = Object.entries(counts)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');
  report(dryRun ? `The bundle is fine: ${summary}. Nothing was written.` : `Imported ${summary}.`);
});
