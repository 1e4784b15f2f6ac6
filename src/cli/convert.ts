import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { completeFile } from '../helpers/complete-file.js';
import { expectPlainFile, runCommand, UsageError } from './command.js';
import { CONVERSION_OPTIONS, CONVERSION_USAGE, CONVERTERS_USAGE, runConversion } from './conversion.js';
import { printRecords } from './print-records.js';

const USAGE = `Usage: npm run convert -- FROM FILE… [-o OUT] [--set FIELD=VALUE]… [--aliases FILE]
                   [--encoding NAME]

Makes a bundle of what an organiser has (a FILE may be - for standard input), and says what it guessed and what is missing. It
writes a bundle or nothing.
  -o OUT             the bundle; without it, standard output
${CONVERSION_USAGE}

${CONVERTERS_USAGE}`;

const OPTIONS = { ...CONVERSION_OPTIONS, output: { type: 'string', short: 'o' } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ values, positionals }) => {
  const [from, ...files] = positionals;
  if (from === undefined) throw new UsageError('Name a converter and the files to convert.');
  const { output } = values;
  if (output !== undefined) {
    if (files.some((file) => file !== '-' && resolve(file) === resolve(output)))
      throw new UsageError('-o names a file that is read; name another.');
    await expectPlainFile(output);
  }
  const { records } = await runConversion(from, files, values);
  if (output === undefined) return printRecords(records);
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  await completeFile(output, (partial) => writeFile(partial, text));
});
