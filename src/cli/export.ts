import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile as writeText } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db } from '../db/client.js';
import { completeFile } from '../helpers/complete-file.js';
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
  const write = (db: Db) => completeFile(file, (partial) => writeFile(db, partial, file.endsWith('.gz')));
  const lines = await withDb((db) => (file === '-' ? writeAll(db, process.stdout) : write(db)), READS);
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

async function writeFile(db: Db, partial: string, isZipped: boolean): Promise<number> {
  const target = createWriteStream(partial);
  try {
    const gzip = isZipped ? createGzip() : null;
    const piping = gzip ? pipeline(gzip, target) : finished(target);
    // A full disk ends the pipeline; the pending write must end too.
    const writing = writeAll(db, gzip ?? target).then((lines) => {
      (gzip ?? target).end();
      return lines;
    });
    const [lines] = await Promise.all([writing, piping]);
    return lines;
  } finally {
    target.destroy();
  }
}

async function writeAll(db: Db, stream: Writable): Promise<number> {
  const { exportLines } = await import('../bundle/export.js');
  let count = 0;
  await exportLines(db, async (lines) => {
    count += lines.length;
    if (stream.errored) throw stream.errored;
    if (!stream.write(`${lines.join('\n')}\n`)) await once(stream, 'drain');
  });
  return count;
}
