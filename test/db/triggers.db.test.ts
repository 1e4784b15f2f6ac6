import { beforeEach, describe, expect, test } from 'vitest';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, load, result, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

describe('the two sides of a battle', () => {
  const write = (statement: string) => db.sql.query(statement);
  beforeEach(() => load(db, [tournament({ participants: ['Ann', 'Bo'] }), battle('b-1', { sides: result('win') })]));

  test.each([
    ['win and win', `UPDATE "battle_side" SET "outcome" = 'win'`],
    ['win and nothing', `UPDATE "battle_side" SET "outcome" = NULL WHERE "position" = 2`],
    ['win and draw', `UPDATE "battle_side" SET "outcome" = 'draw' WHERE "position" = 2`],
  ])('cannot end %s', async (_, statement) => {
    await expect(write(statement)).rejects.toThrow('the outcomes of the two sides must be win and loss');
  });

  test('cannot be played by one and the same', async () => {
    await expect(
      write(`UPDATE "battle_side" SET "participant_id" = (SELECT "id" FROM "participant" WHERE "entry" = 1)`),
    ).rejects.toThrow('nobody plays both sides');
  });

  test('cannot be played by somebody from outside the tournament', async () => {
    await expect(write(`UPDATE "battle_side" SET "participant_id" = NULL, "name" = 'Cy'`)).rejects.toThrow(
      'is played by a participant of that tournament',
    );
  });
});
