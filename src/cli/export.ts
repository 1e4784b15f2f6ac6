import { once } from 'node:events';
import { writeFile as writeText } from 'node:fs/promises';
import type { Db } from '../db/client.js';
import { completeFile } from '../helpers/complete-file.js';
import { type WriteLines, writeLines } from '../helpers/line-file.js';
import { CommandFailed, expectData, expectPlainFile, onlyOne, report, runCommand, withDb } from './command.js';

const USAGE = `Usage: npm run export -- FILE [--trf SLUG]

Writes the whole database as a bundle (JSON Lines; gzipped when FILE ends in .gz; - for standard output).
  --trf SLUG  instead, write the Swiss stage of a tournament as a FIDE tournament report, for pairing programs`;

const READS = { migrations: 'expect' } as const;
const OPTIONS = { trf: { type: 'string' } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ values, positionals }) => {
  const file = onlyOne(positionals, 'Name one file.');
  if (file !== '-') await expectPlainFile(file);
  await expectData('export');
  const { trf } = values;
  if (trf !== undefined) return withDb((db) => writeReport(db, trf, file), READS);
  const shape = { isZipped: file.endsWith('.gz') };
  const save = (db: Db) => completeFile(file, (partial) => writeLines(partial, shape, (write) => writeAll(db, write)));
  const lines = await withDb((db) => (file === '-' ? writeAll(db, print) : save(db)), READS);
  report(`Exported ${lines.toLocaleString('en')} lines.`);
});

async function writeReport({ sql }: Db, slug: string, file: string): Promise<void> {
  const { readReport } = await import('./trf-report.js');
  const written = await readReport(sql, slug);
  if (!written) throw new CommandFailed(`There is no tournament ${slug}.`);
  for (const [what, count] of written.leftOut) report(`left out: ${what}: ${count}`);
  if (file === '-') process.stdout.write(written.text);
  else await writeText(file, written.text);
}

async function writeAll(db: Db, write: WriteLines): Promise<number> {
  const { exportLines } = await import('../bundle/export.js');
  let count = 0;
  await exportLines(db, async (lines) => {
    count += lines.length;
    await write(lines);
  });
  return count;
}

async function print(lines: string[]): Promise<void> {
  if (process.stdout.errored) throw process.stdout.errored;
  if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain');
}
