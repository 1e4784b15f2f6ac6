// What an import says that it does, and a dry run that it would do.

import type { BundleRecord } from '@battle-results/bundle-format/record';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { importText } from '../../src/bundle/change-words.js';
import type { ImportReport } from '../../src/bundle/import.js';
import { BundleError } from '../../src/bundle/problem.js';
import { arbitraryWorld } from '../support/arbitrary-world.js';
import { type BundleLine, exportAll, exportRecords, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { editsOf } from '../support/edited-world.js';
import { runs } from '../support/runs.js';
import { battle, battlePack, casual, club, load, player, result, swiss, tournament } from '../support/world.js';
import { type Counted, differences } from '../support/world-difference.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

/** What a dry run and then an import say, after their first and last lines. */
async function said(lines: BundleLine[], options: { restore?: boolean } = {}) {
  const before = await exportAll(db);
  const would = await importAll(db, lines, { ...options, dryRun: true });
  expect(await exportAll(db)).toStrictEqual(before);
  const done = await importAll(db, lines, options);
  expect(done).toStrictEqual({ ...would, dryRun: false });
  return importText(done);
}

const countsOf = ({ changes }: ImportReport): Counted =>
  Object.fromEntries(
    changes.map(({ noun, part, change, field, count }) => [
      [noun, part ?? '-', change, ...(field === null ? [] : [field])].join(' '),
      count,
    ]),
  );

test('a dry run counts what the import then does: what differs between an export before and one after', async () => {
  let done = 0;
  let refused = 0;
  const faction: BundleRecord = { type: 'faction', slug: 'f-0', name: 'f-0 old', aliases: [] };
  const worldAndEdits = arbitraryWorld
    .map((records) => [...records, faction])
    .chain((world) => fc.tuple(fc.constant(world), editsOf(world)));
  await fc.assert(
    fc.asyncProperty(worldAndEdits, async ([world, edits]) => {
      await emptyDb(db);
      await load(db, world);
      const before = await exportRecords(db);
      const would = await importAll(db, edits, { dryRun: true, restore: true }).catch((error: unknown) => {
        if (!(error instanceof BundleError)) throw error;
      });
      expect(await exportRecords(db)).toStrictEqual(before);
      if (!would) {
        refused += 1;
        return;
      }
      done += 1;
      const report = await importAll(db, edits, { restore: true });
      expect(report).toStrictEqual({ ...would, dryRun: false });
      expect(countsOf(report)).toStrictEqual(differences(before, await exportRecords(db), edits));
    }),
    { numRuns: runs(120) },
  );
  expect(refused).toBeLessThan(done);
}, 1_800_000);

describe('an import says', () => {
  const world: BundleRecord[] = [
    club({ city: 'Leeds' }),
    player('p-1', { name: 'Ann' }),
    player('p-2', { name: 'Bo' }),
    tournament({
      stages: [swiss()],
      participants: [{ playerId: 'p-1', list: { faction: 'Skaven', text: 'Rats' } }, { playerId: 'p-2' }, 'Cy', 'Di'],
    }),
    battle('b-1', { date: '2026-05-02', sides: result('win', [{ battlePoints: 17 }, { battlePoints: 3 }]) }),
    battle('b-2', { sides: [{ entry: 3 }, { entry: 4 }] }),
    casual('b-3', { date: '2026-05-04' }),
  ];

  test('what is new, and nothing of what there is none', async () => {
    expect(await said(world)).toBe(`Changed:
  1 new club: Northern Legion
  2 new players: Ann; Bo
  1 new tournament: Spring Clash
  3 new battles: Ann – Bo, round 1, Spring Clash; Cy – Di, round 1, Spring Clash; Ann – Bo, 2026-05-04`);
    const many = Array.from({ length: 15 }, (_, at) => player(`q-${at}`));
    expect(await said(many)).toBe(`Changed:
  15 new players: Player q-0; Player q-1; Player q-2; and 12 more`);
  });

  test('that nothing changes, and of how many records', async () => {
    await load(db, world);
    expect(await said(world)).toBe(`Nothing changed.
Unchanged: 1 club, 2 players, 1 tournament, 3 battles.`);
  });

  test('what has changed, what is emptied, and the names of both', async () => {
    await load(db, world);
    const [, , , open] = world as [unknown, unknown, unknown, ReturnType<typeof tournament>];
    expect(
      await said([
        club({ city: null }),
        player('p-1', { name: 'Anna' }),
        battlePack(),
        {
          ...open,
          published: false,
          stages: [swiss({ rounds: 5 })],
          participants: [
            { entry: 1, playerId: 'p-1', list: { faction: 'Skaven' } },
            { entry: 2, playerId: 'p-2', list: { faction: 'Ogors' } },
            { entry: 3, name: 'Cyd', dropped: true },
            { entry: 4, name: 'Di' },
            { entry: 5, name: 'Eve' },
          ],
        },
        battle('b-1', { date: '2026-05-03', sides: result('win', [{ battlePoints: 16 }, { battlePoints: null }]) }),
        battle('b-2', { round: 2, sides: result('draw', [{ entry: 3 }, { entry: 4 }]) }),
        battle('b-4', { sides: [{ entry: 5 }, { entry: 1 }] }),
      ]),
    ).toBe(`Changed:
  1 club changed
    1 with city emptied: Northern Legion
  1 player changed
    1 renamed: Ann is now Anna
  1 new battle pack: Plain Pack
  1 tournament changed
    1 unpublished: Spring Clash
    1 stage with rounds changed: Swiss Stage (Spring Clash)
    1 participant added: Eve (Spring Clash)
    1 participant renamed: Cy is now Cyd (Spring Clash)
    1 participant dropped out: Cyd (Spring Clash)
    1 participant with army list changed: Anna (Spring Clash)
    1 participant with army list added: Bo (Spring Clash)
    1 participant with text of the army list emptied: Anna (Spring Clash)
  1 new battle: Eve – Anna, round 1, Spring Clash
  2 battles changed
    1 moved to another round, stage or tournament: Cyd – Di, round 2, Spring Clash
    1 moved to another day: Anna – Bo, round 1, Spring Clash
    1 result corrected: Anna – Bo, round 1, Spring Clash
    1 result entered: Cyd – Di, round 2, Spring Clash
    1 with battle points emptied: Anna – Bo, round 1, Spring Clash`);
  });

  test('who is removed and who is restored, without a name that is to be forgotten', async () => {
    await load(db, world);
    const removed = await said([player('p-1', { name: null, removed: true })]);
    expect(removed).toBe(`Changed:
  1 player changed
    1 removed: p-1`);
    expect(await said([player('p-1', { name: 'Ann' })], { restore: true })).toBe(`Changed:
  1 player changed
    1 restored: Ann`);
  });
});
