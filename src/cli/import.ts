import { importText } from '../bundle/change-words.js';
import type { ImportOptions, ImportProgress } from '../bundle/import.js';
import { BundleError, problemText } from '../bundle/problem.js';
import type { Db } from '../db/client.js';
import { CommandFailed, report, runCommand, UsageError, withDb } from './command.js';
import { CONVERSION_OPTIONS, CONVERSION_USAGE, runConversion } from './conversion.js';
import { createProblemText } from './problem-text.js';
import { createProgress, readMeasured } from './progress.js';

const USAGE = `Usage: npm run import -- FILE [--dry-run] [--replace-demo] [--converted] [--restore] [--json]
       npm run import -- --from FROM FILE… [--dry-run] [--replace-demo] [--set FIELD=VALUE]… [--aliases FILE]
                      [--encoding NAME] [--json]

Brings a bundle (JSON Lines, also gzipped; - for standard input) into the database, completely or not at all; with --from,
files that a converter makes a bundle of (npm run convert -- --help lists the converters).
  --dry-run          check everything, say what would change, and write nothing
  --replace-demo     remove the demo world and its key first
  --converted        the bundle comes from npm run convert: removed players stay removed, and battles of its tournaments
                     that it does not have are deleted; --from does the same
  --restore          allow removed players to be brought back
  --json             what changes as JSON, on standard output
${CONVERSION_USAGE}`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  'replace-demo': { type: 'boolean' },
  restore: { type: 'boolean' },
  converted: { type: 'boolean' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  ...CONVERSION_OPTIONS,
} as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ values, positionals }) => {
  const { from } = values;
  const converted = from !== undefined || (values.converted ?? false);
  if (converted && values.restore) throw new UsageError('What a converter made restores nobody; leave --restore out.');
  const [file, ...more] = positionals;
  if (from === undefined && (!file || more.length > 0)) throw new UsageError('Name one bundle.');
  if (from === undefined && (values.set || values.aliases || values.encoding))
    throw new UsageError('--set, --aliases and --encoding go with --from.');
  if (from === undefined && /\.(csv|xlsx)$/i.test(file ?? ''))
    throw new CommandFailed(`${file} is a spreadsheet and no bundle: add --from spreadsheet.`);
  const records = from === undefined ? null : (await runConversion(from, positionals, values)).records;
  const textOf = records === null ? problemText : createProblemText(records);
  const { importBundle, importRecords } = await import('../bundle/import.js');
  const dryRun = values['dry-run'] ?? false;
  const progress = createProgress();
  const { lines, share } = await readMeasured(file as string);
  const shareOf = (step: ImportProgress) =>
    step.step === 'reading' && records !== null ? step.lines / records.length : share();
  const options: ImportOptions = {
    dryRun,
    replaceDemo: values['replace-demo'] ?? false,
    restore: values.restore ?? false,
    converted,
    onProgress: (step) => progress.show(step, shareOf(step)),
    onDoubt(doubt) {
      progress.clear();
      report(`warning: ${textOf(doubt)}`);
    },
  };
  const importing = async (db: Db) => {
    try {
      if (records === null) return await importBundle(db, lines, options);
      return await importRecords(db, records, options);
    } catch (error) {
      // Of converted records nobody has the lines.
      throw error instanceof BundleError ? new BundleError(error.problems, textOf) : error;
    } finally {
      progress.end();
    }
  };
  const done = await withDb(importing, { leavesNoTrace: dryRun, migrations: dryRun ? 'expect' : 'apply' });
  if (values.json) process.stdout.write(`${JSON.stringify(done, null, 2)}\n`);
  else report(importText(done));
});
