// npm run demo:make: plays the demo world and writes the files that the service ships, or makes a bigger world.
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { report, runCommand, UsageError, withDb } from '../src/cli/command.js';
import { printRecords } from '../src/cli/print-records.js';
import { createProgress } from '../src/cli/progress.js';
import { loadDemoWorld } from '../src/demo/load.js';
import { courseLines } from './demo-world/course.js';
import { makeWorld } from './demo-world/world.js';

const USAGE = `Usage: npm run demo:make -- [--battles N [--load]]

Makes the demo world, the same one every time, and writes it to src/demo.
  --battles N  make a bigger world of at least N battles instead, and write it to standard output as a bundle
  --load       load that into the database, in place of any demo world there`;

const COMMAND = {
  usage: USAGE,
  options: { battles: { type: 'string' }, load: { type: 'boolean' } },
  allowPositionals: false,
} as const;

await runCommand(COMMAND, async ({ values: { battles, load } }) => {
  if (battles === undefined) {
    if (load) throw new UsageError('--load takes --battles; the small world is loaded by npm run demo -- --load.');
    await write('world.jsonl.gz', makeWorld());
    await write('course.jsonl.gz', courseLines());
    report('Wrote src/demo/world.jsonl.gz and src/demo/course.jsonl.gz.');
    return;
  }
  const world = makeWorld(battleCount(battles));
  if (!load) return printRecords(world);
  const progress = createProgress();
  await withDb((db) => loadDemoWorld(db, { world, onProgress: progress.show }).finally(progress.end));
  report('The demo world is loaded.');
});

async function write(file: string, lines: Iterable<unknown>) {
  const text = Array.from(lines, (line) => `${JSON.stringify(line)}\n`).join('');
  await writeFile(new URL(`../src/demo/${file}`, import.meta.url), gzipSync(text, { level: 9 }));
}

function battleCount(word: string): number {
  if (!/^[1-9]\d{0,7}$/.test(word)) throw new UsageError('--battles takes a number from 1 to 99999999.');
  return Number(word);
}
