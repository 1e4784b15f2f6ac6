import { open, rm } from 'node:fs/promises';
import { orList } from '@battle-results/bundle-format/problem';
import type { Removal } from '../bundle/removal.js';
import { REMOVABLE, type Target } from '../bundle/removal-words.js';
import type { Sql } from '../db/sql.js';
import { CommandFailed, expectData, report, runCommand, UsageError, withDb } from './command.js';

const USAGE = `Usage: npm run remove -- tournament|battle|player|club KEY [--dry-run] [--erase] [--undo FILE]

Removes one record. Says what goes with it and what stays, and first writes a bundle that brings everything back.
A player becomes a removed player: the battles stay, without name and id.
  --dry-run    only say it
  --erase      a player: forget the id as well, so that nothing tells whose battles they were
  --undo FILE  where to write the bundle, instead of undo-KIND-KEY-TIME.jsonl here`;

const OPTIONS = { 'dry-run': { type: 'boolean' }, erase: { type: 'boolean' }, undo: { type: 'string' } } as const;
const OF_DEMO = 'No bundle is imported into the demo world; to have it as it was: npm run demo -- --load';

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ values, positionals }) => {
  const [word, key, ...more] = positionals;
  const kind = REMOVABLE.find((each) => each === word);
  if (!kind) throw new UsageError(`Name a ${orList(REMOVABLE)}.`);
  if (!key || more.length > 0) throw new UsageError(`Name one ${kind}.`);
  const erase = values.erase ?? false;
  if (erase && kind !== 'player') throw new UsageError('Only a player can be erased.');
  await expectData('remove');
  const target: Target = { kind, key, erase };
  const { planRemoval, remove, touchedRecords } = await import('../bundle/removal.js');
  const { holdsDemoWorld } = await import('../bundle/data-owner.js');
  const undo = values.undo ?? `undo-${kind}-${key}-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.jsonl`;

  const work = async (sql: Sql) => {
    const removal = await planRemoval(sql, target);
    if (!removal) throw new CommandFailed(`There is no ${kind} ${key}.`);
    say(removal);
    if (values['dry-run']) return report('Nothing was removed.');
    await writeUndo(undo, touchedRecords(sql, removal));
    isOfDemo = await holdsDemoWorld(sql);
    await remove(sql, target);
    isRemoved = true;
  };
  let isOfDemo = false;
  let isWritten = false;
  let isRemoved = false;
  async function writeUndo(file: string, records: AsyncIterable<object[]>) {
    const handle = await open(file, 'wx', 0o600);
    isWritten = true;
    try {
      for await (const some of records)
        await handle.appendFile(some.map((record) => `${JSON.stringify(record)}\n`).join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  try {
    await withDb((db) => db.sql.transaction(work), { migrations: values['dry-run'] ? 'expect' : 'apply' });
  } catch (error) {
    // A connection that is lost while the end is told may have committed.
    if (isRemoved) report(`Whether it was removed is not known. What would bring it back is in ${undo}.`);
    else if (isWritten) await rm(undo, { force: true });
    throw error;
  }
  if (values['dry-run']) return;
  const again = `To undo it: npm run import -- ${undo}${kind === 'player' ? ' --restore' : ''}`;
  report(`Removed. ${isOfDemo ? OF_DEMO : again}`);
});

function say({ goes, stays }: Removal) {
  report(`Goes: ${goes.join('; ')}.`);
  if (stays.length > 0) report(`Stays: ${stays.join('; ')}.`);
}
