import { checkRecord } from '@battle-results/bundle-format/check';
import type { BundleRecord } from '@battle-results/bundle-format/record';
import { ownedByOperator } from '../src/bundle/data-owner.js';
import { importChecked } from '../src/bundle/import.js';
import type { Db } from '../src/db/client.js';

export const EVENT = 'bench-200-players-8-rounds';
const PLAYERS = 200;
const ROUNDS = 8;

/** A large running event, whose board is the most expensive answer. */
export async function loadEvent(db: Db): Promise<void> {
  const entries = Array.from({ length: PLAYERS }, (_, at) => at + 1);
  const records: BundleRecord[] = [
    {
      type: 'tournament',
      slug: EVENT,
      name: 'Two hundred players, eight rounds',
      published: true,
      status: 'ongoing',
      battleSize: 2000,
      startDate: '2020-01-01',
      stages: [{ id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: ROUNDS }],
      participants: entries.map((entry) => ({
        entry,
        name: `Player ${entry}`,
        list: { faction: `Faction ${entry % 20}` },
      })),
    },
    ...Array.from({ length: ROUNDS }, (_, at) => at + 1).flatMap((round) => battles(round)),
  ];
  // Without this, the import would refuse to add to the demo world.
  await ownedByOperator(db.sql);
  await importChecked(
    db,
    records.map((record, index) => ({ line: index + 1, ...checkRecord(record) })),
  );
}

/** Every player plays once per round; the pairing shifts by one place each round. */
function battles(round: number): BundleRecord[] {
  const half = PLAYERS / 2;
  return Array.from({ length: half }, (_, table) => {
    const [first, second] = [table + 1, half + 1 + ((table + round) % half)];
    const points = (first * 7 + second * 13 + round * 5) % 21;
    const won = points > 10;
    return {
      type: 'battle',
      id: `${EVENT}-${round}-${table}`,
      tournament: EVENT,
      stage: 'swiss',
      round,
      date: '2020-01-01',
      battleSize: 2000,
      sides: [
        {
          entry: first,
          outcome: points === 10 ? 'draw' : won ? 'win' : 'loss',
          battlePoints: points,
          victoryPoints: points * 4,
        },
        {
          entry: second,
          outcome: points === 10 ? 'draw' : won ? 'loss' : 'win',
          battlePoints: 20 - points,
          victoryPoints: 80 - points * 3,
        },
      ],
    };
  });
}
