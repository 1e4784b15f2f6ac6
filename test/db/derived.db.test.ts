import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { derivedValues } from '../support/derived.js';
import { oneOfEachWrite, type Write } from '../support/random-write.js';
import { battle, casual, club, load, player, result, round, tournament } from '../support/world.js';

let db: Db;
beforeAll(async () => {
  db = await openTestDb();
});

test('what is stored twice says the same in both places, whatever is written', async () => {
  let [accepted, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      await startAgain();
      for (const write of writes) {
        if (await tryWrite(write)) accepted += 1;
        else refused += 1;
        const { stored, expected } = await derivedValues(db);
        expect(stored, write.statements.join('; ')).toStrictEqual(expected);
      }
    }),
    { numRuns: db.embedded ? 5 : 12 },
  );
  expect(accepted).toBeGreaterThan(refused);
}, 180_000);

async function startAgain() {
  await emptyDb(db);
  await load(db, [
    ...['c-1', 'c-2', 'c-3'].map((slug) => club({ slug })),
    ...['p-1', 'p-2', 'p-3', 'p-4'].map((id) => player(id, { name: 'Ann' })),
    tournament({
      slug: 't-1',
      club: 'c-1',
      organizers: ['p-1', 'p-2'],
      participants: [{ playerId: 'p-1', club: 'c-2' }, { playerId: 'p-2' }, { name: 'Ann Lee', club: 'c-3' }],
    }),
    tournament({ slug: 't-2', participants: [{ playerId: 'p-1' }, 'Straße', { name: 'Ζωή', club: 'c-1' }] }),
    battle('b-1', { tournament: 't-1', date: '2026-05-01', sides: result('win', [{ rounds: [round(1)] }, {}]) }),
    battle('b-2', { tournament: 't-1', sides: [{ entry: 2 }, { entry: 3 }] }),
    battle('b-3', { tournament: 't-2', sides: result('draw', [{}, { entry: 3 }]) }),
    casual('b-4', { club: 'c-2', sides: [{ playerId: 'p-3' }, { name: 'Ann' }] }),
    casual('b-5', { date: '2026-05-02', sides: [{ playerId: 'p-1' }, { playerId: 'p-4' }] }),
  ]);
}

const REFUSALS = [
  ...['battle', 'battle_side', 'club', 'player', 'tournament', 'tournament_organizer'].map((table) => `${table}_pkey`),
  'participant_tournament_slug_player_id_key',
];

/** False when the database refuses: what it refuses is not there afterwards, so the rest must still agree. */
async function tryWrite({ statements }: Write): Promise<boolean> {
  try {
    await db.sql.transaction(async (sql) => {
      for (const statement of statements) await sql.query(statement);
    });
    return true;
  } catch (error) {
    // Anything else is a mistake in a trigger.
    const { code, constraint } = error as { code: string; constraint?: string };
    expect(constraint === undefined ? [code] : REFUSALS, String(error)).toContain(constraint ?? '23514');
    return false;
  }
}
