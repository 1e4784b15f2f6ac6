import { CommandFailed, expectData, report, runCommand, withDb } from './command.js';
import { printTable } from './print-table.js';

const USAGE = `Usage: npm run doctor -- [--repair]

Derives everything anew that is derived from other data (search, filters, statistics, places, ratings) and compares.
Writers wait meanwhile. Exit code 0 if all is well, 1 if not.
  --repair  keep what was derived anew`;

const COMMAND = { usage: USAGE, options: { repair: { type: 'boolean' } }, allowPositionals: false } as const;

await runCommand(COMMAND, async ({ values }) => {
  await expectData('examine');
  const { examine } = await import('../db/doctor.js');
  const repair = values.repair ?? false;
  const { findings, pending } = await withDb((db) => examine(db, repair), { migrations: 'expect' });
  if (pending) report('Ratings and places were still to be computed, so they were not compared.');
  if (findings.length === 0) return report('All is well.');
  printTable([['TABLE', 'ROWS THAT WERE WRONG'], ...findings.map(({ table, rows }) => [table, String(rows)])]);
  if (!repair) throw new CommandFailed('Nothing was changed. To repair it: npm run doctor -- --repair');
  report('Repaired.');
});
