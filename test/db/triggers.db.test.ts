import { beforeEach, describe, expect, test } from 'vitest';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, casual, club, load, player, result, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

const names = () =>
  db.sql.query(`SELECT "battle_id", "position", "player_id", "name" FROM "battle_side" ORDER BY 1, 2`);
const connected = () =>
  db.sql.query(`SELECT "club_slug", "battle_id", "newest" FROM "club_battle" ORDER BY "club_slug", "battle_id"`);

describe('the display name beside a player id', () => {
  beforeEach(() =>
    load(db, [
      player('p-1', { name: 'Ann' }),
      tournament({ participants: [{ playerId: 'p-1' }, 'Bo'], organizers: ['p-1'] }),
      battle('b-1'),
      casual('b-2', { sides: [{ playerId: 'p-1' }, { name: 'Cy' }] }),
    ]),
  );

  test('follows a rename everywhere', async () => {
    await db.sql.query(`UPDATE "player" SET "name" = 'Anna' WHERE "id" = 'p-1'`);
    expect(await names()).toStrictEqual([
      { battle_id: 'b-1', position: 1, player_id: 'p-1', name: 'Anna' },
      { battle_id: 'b-1', position: 2, player_id: null, name: 'Bo' },
      { battle_id: 'b-2', position: 1, player_id: 'p-1', name: 'Anna' },
      { battle_id: 'b-2', position: 2, player_id: null, name: 'Cy' },
    ]);
    expect(await db.sql.query(`SELECT "name", "alphabetical" FROM "participant" ORDER BY "entry"`)).toStrictEqual([
      { name: 'Anna', alphabetical: 'anna\x01000001' },
      { name: 'Bo', alphabetical: 'bo\x01000002' },
    ]);
    expect(await db.sql.query(`SELECT "name" FROM "tournament_organizer"`)).toStrictEqual([{ name: 'Anna' }]);
  });

  test('cannot be written to say something else', async () => {
    await db.sql.query(`UPDATE "battle_side" SET "name" = 'Somebody' WHERE "player_id" = 'p-1'`);
    await db.sql.query(`UPDATE "participant" SET "name" = 'Somebody' WHERE "player_id" = 'p-1'`);
    expect(await names()).toMatchObject([{ name: 'Ann' }, { name: 'Bo' }, { name: 'Ann' }, { name: 'Cy' }]);
  });

  test('comes to the sides when a participant is linked to a player later', async () => {
    await load(db, [player('p-2', { name: 'Bosse' })]);
    await db.sql.query(`UPDATE "participant" SET "player_id" = 'p-2' WHERE "entry" = 2`);
    expect((await names())[1]).toStrictEqual({ battle_id: 'b-1', position: 2, player_id: 'p-2', name: 'Bosse' });
  });
});

describe('a public key', () => {
  test('can be renamed, and everything that refers to it follows', async () => {
    await load(db, [
      club(),
      player('p-1'),
      tournament({ club: 'northern-legion', participants: [{ playerId: 'p-1' }, 'Bo'] }),
      battle('b-1'),
    ]);
    await db.sql.query(`UPDATE "tournament" SET "slug" = 'summer-clash'`);
    await db.sql.query(`UPDATE "club" SET "slug" = 'southern-legion'`);
    await db.sql.query(`UPDATE "player" SET "id" = 'p-9'`);
    expect(await db.sql.query(`SELECT "tournament_slug", "stage_id" FROM "battle"`)).toStrictEqual([
      { tournament_slug: 'summer-clash', stage_id: 'swiss' },
    ]);
    expect(await connected()).toMatchObject([{ club_slug: 'southern-legion', battle_id: 'b-1' }]);
    expect(await names()).toMatchObject([{ player_id: 'p-9' }, { player_id: null }]);
  });
});

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
