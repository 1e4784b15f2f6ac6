import { expect } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { emptyDb } from './database.js';
import type { Write } from './random-write.js';
import { battle, battlePack, casual, club, knockout, load, player, result, round, swiss, tournament } from './world.js';

/** A small world with something for every kind of write to change. */
export async function startAgain(db: Db): Promise<void> {
  await emptyDb(db);
  await load(db, [
    battlePack({ scoresObjectives: true }),
    ...['c-1', 'c-2', 'c-3'].map((slug) => club({ slug })),
    ...['p-1', 'p-2', 'p-3', 'p-4'].map((id) => player(id, { name: 'Ann' })),
    tournament({
      slug: 't-1',
      club: 'c-1',
      organizers: ['p-1', 'p-2'],
      stages: [swiss(), knockout()],
      participants: [{ playerId: 'p-1', club: 'c-2' }, { playerId: 'p-2' }, { name: 'Ann Lee', club: 'c-3' }],
      bracketMatches: [{ stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], battle: 'b-6' }],
    }),
    tournament({ slug: 't-2', participants: [{ playerId: 'p-1' }, 'Straße', { name: 'Ζωή', club: 'c-1' }] }),
    battle('b-1', {
      tournament: 't-1',
      battlePack: 'Plain Pack',
      date: '2026-05-01',
      sides: result('win', [{ rounds: [round(1)] }, {}]),
    }),
    battle('b-2', { tournament: 't-1', sides: [{ entry: 2 }, { entry: 3 }] }),
    battle('b-3', { tournament: 't-2', sides: result('draw', [{}, { entry: 3 }]) }),
    battle('b-6', { tournament: 't-1', stage: 'knockout', sides: result('win') }),
    casual('b-4', { club: 'c-2', sides: [{ playerId: 'p-3' }, { name: 'Ann' }] }),
    casual('b-5', { date: '2026-05-02', sides: [{ playerId: 'p-1' }, { playerId: 'p-4' }] }),
  ]);
}

const REFUSALS = [
  ...['battle', 'battle_side', 'club', 'player', 'stage', 'team', 'tournament', 'tournament_organizer'].map(
    (table) => `${table}_pkey`,
  ),
  'participant_tournament_slug_player_id_key',
  'battle_tournament_slug_stage_id_fkey',
];

/** False if the database refuses. A refused write leaves nothing behind, so the rest must still agree. */
export async function tryWrite(db: Db, { statements }: Write): Promise<boolean> {
  try {
    await db.sql.transaction(async (sql) => {
      for (const statement of statements) await sql.query(statement);
    });
    return true;
  } catch (error) {
    // Any other error is a bug in a trigger.
    const { code, constraint } = error as { code: string; constraint?: string };
    expect(constraint === undefined ? [code] : REFUSALS, String(error)).toContain(constraint ?? '23514');
    return false;
  }
}
