import { describe, expect, test } from 'vitest';
import { battle, club, player, result, standings, swiss, tournament } from '../support/world.js';
import { expectBody, openService } from './service.js';
import { list } from './world.js';

const { db, load, get, data } = openService(
  club(),
  player('p-1', { name: 'Ann' }),
  tournament({
    status: 'finished',
    groups: true,
    stages: [swiss({ name: 'Group Stage' }), standings()],
    participants: [
      { playerId: 'p-1', club: 'northern-legion', group: 'Group A', finalPlacement: 2, list },
      { name: 'Bo', group: 'Group B', dropped: true, finalPlacement: 1 },
    ],
  }),
  tournament({ slug: 'running', status: 'ongoing', participants: ['Cy'] }),
);

const PARTICIPANTS = '/api/v1/tournaments/spring-clash/participants';
const RUNNING = '/api/v1/tournaments/running/participants';

describe('Participant', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get(PARTICIPANTS), {
      data: [
        {
          player: 'Ann', // string. Display name.
          playerId: 'p-1', // string | null. Public player id, when one exists.
          club: 'northern-legion', // string | null. Short name (slug) of the club the player represents.
          group: 'Group A', // string | null. Group placement; null unless the tournament has a group stage. Equals the `group` of the player's board row.
          dropped: false, // boolean. True when the player is no longer taking part (dropped out or never turned up).
          finalPlacement: 2, // number | null. Final place, 1 = winner. Settled when the tournament finishes; null while running and null for tournaments that finished before recording began.
          list: {
            // ArmyList | null. Submitted army; null when none was submitted.
            faction: 'Stormcast Eternals', // string.
            subFaction: 'Thunderhead Host', // string.
            points: 1990, // number.
            battleTacticCards: ['Attuned to Ghyran', 'Scouting Force'], // string[].
            text: 'Lord-Celestant\n5 Liberators', // string (full list text, may contain line breaks).
          },
        },
        {
          player: 'Bo',
          playerId: null,
          club: null,
          group: 'Group B',
          dropped: true,
          finalPlacement: 1,
          list: null,
        },
      ],
      next: null,
    });
  });

  test('player (string). Decided: "Removed player", without a playerId, once the player has been removed', async () => {
    await load(
      player('p-9', { name: null, removed: true }),
      tournament({ slug: 'removed', participants: [{ playerId: 'p-9' }] }),
    );
    expect(await data('/api/v1/tournaments/removed/participants')).toMatchObject([
      { player: 'Removed player', playerId: null },
    ]);
  });

  test('group: null unless the tournament has a group stage', async () => {
    expect((await data(RUNNING))[0]).toHaveProperty('group', null);
    await load(tournament({ slug: 'was-grouped', groups: true, participants: [{ name: 'Ann', group: 'Group A' }] }));
    await db().sql.query(`UPDATE "tournament" SET "groups" = false WHERE "slug" = 'was-grouped'`, []);
    expect((await data('/api/v1/tournaments/was-grouped/participants'))[0]).toHaveProperty('group', null);
  });

  test("group: Equals the `group` of the player's board row", async () => {
    const rows = await data('/api/v1/tournaments/spring-clash/standings?stage=swiss');
    for (const { player, group } of await data(PARTICIPANTS)) {
      expect(rows.find((row: { player: string }) => row.player === player).group).toBe(group);
    }
  });

  test('finalPlacement: Settled when the tournament finishes; null while running', async () => {
    await load(
      tournament({ slug: 'settling', status: 'finished', participants: [{ name: 'Ann', finalPlacement: 1 }] }),
    );
    const ann = async () => (await data('/api/v1/tournaments/settling/participants'))[0];
    expect(await ann()).toHaveProperty('finalPlacement', 1);
    await db().sql.query(`UPDATE "tournament" SET "status" = 'ongoing' WHERE "slug" = 'settling'`, []);
    expect(await ann()).toHaveProperty('finalPlacement', null);
  });

  test('finalPlacement: null for tournaments that finished before recording began', async () => {
    await load(
      tournament({ slug: 'long-ago', status: 'finished', startDate: '1999-05-01', participants: ['Ann', 'Bo'] }),
      battle('long-ago-1', { tournament: 'long-ago', sides: result('win') }),
    );
    expect(await data('/api/v1/tournaments/long-ago/participants')).toMatchObject([
      { player: 'Ann', finalPlacement: null },
      { player: 'Bo', finalPlacement: null },
    ]);
  });
});

describe('ArmyList', () => {
  test('text (string (full list text, may contain line breaks))', async () => {
    const text = 'General’s Regiment\r\n- Tyrant\n\n\tPoints: 2000/2000';
    expect((await submitted({ text })).text).toBe(text);
  });

  test('Nullability of ArmyList fields: not shown. Decided: strings are empty when not given, numbers 0', async () => {
    expect(JSON.stringify(await submitted({}))).toBe(
      JSON.stringify({ faction: '', subFaction: '', points: 0, battleTacticCards: [], text: '' }),
    );
  });
});

/** Returns an army list as the service answers it. */
async function submitted(given: Partial<typeof list>): Promise<typeof list> {
  await load(tournament({ slug: 'listed', participants: [{ name: 'Ann', list: given }] }));
  return (await data('/api/v1/tournaments/listed/participants'))[0].list;
}
