import { once } from 'node:events';
import { demoWorld } from '../demo/world.js';
import { report, runCommand, UsageError, withDb } from './command.js';
import { createProgress } from './progress.js';

const USAGE = `Usage: npm run demo -- [--battles N] [--load]

Makes the demo world, the same one every time, and writes it to standard output as a bundle.
  --battles N  a bigger world of at least N battles, for benchmarks
  --load       load it into the database instead, in place of any demo world there`;

const LINES_AT_A_TIME = 500;

const COMMAND = {
  usage: USAGE,
  options: { battles: { type: 'string' }, load: { type: 'boolean' } },
  allowPositionals: false,
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const size = values.battles === undefined ? {} : { battles: battleCount(values.battles) };
  if (values.load) {
    const { loadDemoWorld } = await import('../demo/load.js');
    const progress = createProgress();
    await withDb((db) => loadDemoWorld(db, { ...size, onProgress: progress.show }).finally(progress.end));
    report('The demo world is loaded.');
  } else {
    await print(demoWorld(size));
  }
});

async function print(records: Iterable<object>) {
  let lines: string[] = [];
  const flush = async () => {
    if (process.stdout.errored) throw process.stdout.errored;
    if (!process.stdout.write(lines.join(''))) await once(process.stdout, 'drain');
    lines = [];
  };
  for (const record of records) {
    lines.push(`${JSON.stringify(record)}\n`);
    if (lines.length === LINES_AT_A_TIME) await flush();
  }
  await flush();
}

function battleCount(word: string): number {
  if (!/^[1-9]\d{0,7}$/.test(word)) throw new UsageError('--battles takes a number from 1 to 99999999.');
  return Number(word);
}
