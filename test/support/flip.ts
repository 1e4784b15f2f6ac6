// Two worlds that alternate: every name in an answer belongs to one or the other, and all of them change in one
// transaction.
import type { SqlConnection } from '../../src/db/sql.js';

const WORLDS = ['Red World', 'Blue World'] as const;

const STATUSES = ['finished', 'ongoing'] as const;
const PLACES = [/"finalPlacement":\d/, /"finalPlacement":null/];

const FLIPPED = {
  player: '"name" = $1',
  club: '"name" = $1',
  tournament: '"name" = $1, "status" = $2::"tournament_status"',
  battle: '"scenario" = $1',
};

/** Resolves once everything has changed to the other world. */
export function createFlip(): (sql: Pick<SqlConnection, 'transaction'>) => Promise<void> {
  let turn = 0;
  return (sql) =>
    sql.transaction(async (transaction) => {
      turn += 1;
      const world = [WORLDS[turn % 2], STATUSES[turn % 2]];
      for (const [table, columns] of Object.entries(FLIPPED)) {
        const values = world.slice(0, columns.includes('$2') ? 2 : 1);
        await transaction.query(`UPDATE "${table}" SET ${columns}`, values);
      }
    });
}

/** The worlds that occur in a text. Final places occur only in the one whose tournaments are finished. */
export const worldsIn = (text: string): string[] =>
  WORLDS.filter((world, at) => text.includes(world) || PLACES[at]?.test(text));
