import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readConfig } from '../config.js';
import type { Db } from '../db/client.js';
import { isUnused } from '../db/open.js';
import { CommandFailed, report, runCommand, UsageError, withDb } from './command.js';

const USAGE = `Usage: npm run export -- FILE

Writes the whole database as a bundle (JSON Lines; gzipped when FILE ends in .gz; - for standard output).`;

await runCommand({ usage: USAGE, options: {}, allowPositionals: true }, async ({ positionals }) => {
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('Name one file.');
  const config = readConfig();
  if (await isUnused(config)) throw new CommandFailed(`There is nothing to export: no data in ${config.dataDir} yet.`);
  const lines = await withDb((db) => (file === '-' ? writeAll(db, process.stdout) : writeFile(db, file)));
  report(`Exported ${lines.toLocaleString('en')} lines.`);
});

/** Writes to a temporary name and then renames, so that a file of that name is always complete. */
async function writeFile(db: Db, file: string): Promise<number> {
  const partial = `${file}.partial`;
  const target = createWriteStream(partial);
  try {
    const gzip = file.endsWith('.gz') ? createGzip() : null;
    const piping = gzip ? pipeline(gzip, target) : finished(target);
    // A full disk ends the pipeline; the pending write must end too.
    const writing = writeAll(db, gzip ?? target).then((lines) => {
      (gzip ?? target).end();
      return lines;
    });
    const [lines] = await Promise.all([writing, piping]);
    await rename(partial, file);
    return lines;
  } catch (error) {
    target.destroy();
    await rm(partial, { force: true });
    throw error;
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
