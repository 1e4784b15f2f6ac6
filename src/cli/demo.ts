import { demoWorld, today } from '../demo/world.js';
import { report, runCommand, withDb } from './command.js';
import { printRecords } from './print-records.js';
import { createProgress } from './progress.js';

const USAGE = `Usage: npm run demo -- [--load]

Writes the demo world to standard output as a bundle: always the same one, with dates around today.
  --load  load it into the database instead, in place of any demo world there`;

const COMMAND = { usage: USAGE, options: { load: { type: 'boolean' } }, allowPositionals: false } as const;

await runCommand(COMMAND, async ({ values }) => {
  const world = demoWorld(today());
  if (!values.load) return printRecords(world);
  const { loadDemoWorld } = await import('../demo/load.js');
  const progress = createProgress();
  await withDb((db) => loadDemoWorld(db, { world, onProgress: progress.show }).finally(progress.end));
  report('The demo world is loaded.');
});
