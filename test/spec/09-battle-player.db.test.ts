import { describe, expect, test } from 'vitest';
import type { SideRecord } from '../../src/bundle/record.js';
import { battle, battlePack, casual, club, player, result, tournament } from '../support/world.js';
import { openService } from './service.js';
import { list } from './world.js';

const { load, json, data } = openService(
  club(),
  player('p-1', { name: 'Ann' }),
  player('p-9', { name: null, removed: true }),
  battlePack({ name: 'Plain' }),
  battlePack({ name: 'Objectives', scoresObjectives: true }),
  battlePack({ name: 'Tactics', usesBattleTactics: true }),
  battlePack({ name: 'Strategies', usesGrandStrategies: true }),
  battlePack({ name: 'Everything', scoresObjectives: true, usesBattleTactics: true, usesGrandStrategies: true }),
);

describe('BattlePlayer', () => {
  test('has these fields in this order', async () => {
    const side = {
      playerId: 'p-1',
      faction: 'Seraphon',
      subFaction: 'Sunclaw Starhost',
      outcome: 'win' as const,
      battlePoints: 20,
      victoryPoints: 31,
      objectivePoints: 14,
      battleTacticsScored: 4,
      grandStrategy: 'Take What’s Theirs',
      grandStrategyScored: true,
      drops: 2,
      role: 'defender' as const,
      rounds: [{ round: 1, metrics: { kills: 3 } }],
    };
    const other = { name: 'Bo', outcome: 'loss' as const };
    await load(casual('b-1', { battlePack: 'Everything', sides: [side, other] }));
    expect(JSON.stringify(await listed('b-1'))).toBe(
      JSON.stringify({
        player: 'Ann', // string. Display name.
        playerId: 'p-1', // string | null. Public player id, when one exists.
        faction: 'Seraphon', // string | null. Faction played.
        subFaction: 'Sunclaw Starhost', // string | null. Battle formation (sub-faction).
        outcome: 'win', // "win" | "loss" | "draw" | null. Null while the battle is unfinished.
        battlePoints: 20, // number | null. Battle points earned from this battle.
        victoryPoints: 31, // number | null. Victory points across every round.
        objectivePoints: 14, // number, optional. Present when the battle pack scores objectives.
        battleTacticsScored: 4, // number, optional. Present when the battle pack uses battle tactics; count completed.
        grandStrategy: 'Take What’s Theirs', // string | null, optional. Present when the battle pack uses grand strategies; the one picked.
        grandStrategyScored: true, // boolean, optional. Present when the battle pack uses grand strategies; whether it came off.
        drops: 2, // number | null. Number of deployment drops; null when none recorded.
        role: 'defender', // "attacker" | "defender" | null. Null when the battle did not record roles.
        metrics: { kills: 3 }, // object. Always present; extra organiser-tracked values keyed by the organiser's name for them; numbers are totalled, yes/no metrics are counted; empty object when nothing extra.
      }),
    );
  });

  test('player (string). Decided: "Removed player", without a playerId, once the player has been removed', async () => {
    expect(await sides({ playerId: 'p-9' })).toMatchObject([{ player: 'Removed player', playerId: null }]);
  });

  test('null where nothing was recorded, and 0 where it was 0', async () => {
    const recorded = { battlePoints: 0, victoryPoints: 0, drops: 0, role: 'attacker' as const };
    const nothing = {
      faction: null,
      subFaction: null,
      battlePoints: null,
      victoryPoints: null,
      drops: null,
      role: null,
    };
    expect(await sides(recorded, {})).toMatchObject([
      recorded,
      { playerId: null, ...nothing, metrics: {}, list: null },
    ]);
  });

  test.each(['win', 'loss', 'draw'] as const)('outcome ("win" | "loss" | "draw" | null): %s', async (outcome) => {
    await load(casual('decided', { sides: casualResult(outcome) }));
    const answer = { win: 'loss', loss: 'win', draw: 'draw' }[outcome];
    expect((await data('/api/v1/battles/decided')).players).toMatchObject([{ outcome }, { outcome: answer }]);
  });

  test('outcome: Null while the battle is unfinished', async () => {
    expect(await sides({ victoryPoints: 12 })).toMatchObject([{ victoryPoints: 12, outcome: null }]);
  });

  test('objectivePoints (number, optional): Present when the battle pack scores objectives', async () => {
    const [scores, plain, none] = await inPacks(['Objectives', 'Plain', null], { objectivePoints: 14 });
    expect(scores).toHaveProperty('objectivePoints', 14);
    for (const side of [plain, none]) expect(side).not.toHaveProperty('objectivePoints');
  });

  test('battleTacticsScored (number, optional): Present when the battle pack uses battle tactics; count completed', async () => {
    const [uses, plain, none] = await inPacks(['Tactics', 'Plain', null], { battleTacticsScored: 4 });
    expect(uses).toHaveProperty('battleTacticsScored', 4);
    for (const side of [plain, none]) expect(side).not.toHaveProperty('battleTacticsScored');
  });

  test('grandStrategy (string | null, optional): Present when the battle pack uses grand strategies; the one picked', async () => {
    const [uses, plain, none] = await inPacks(['Strategies', 'Plain', null], { grandStrategy: 'Hold the Line' });
    expect(uses).toHaveProperty('grandStrategy', 'Hold the Line');
    for (const side of [plain, none]) expect(side).not.toHaveProperty('grandStrategy');
    const [unpicked] = await inPacks(['Strategies'], { grandStrategy: null });
    expect(unpicked).toHaveProperty('grandStrategy', null);
  });

  test('grandStrategyScored (boolean, optional): Present when the battle pack uses grand strategies; whether it came off', async () => {
    const [uses, plain, none] = await inPacks(['Strategies', 'Plain', null], { grandStrategyScored: true });
    expect(uses).toHaveProperty('grandStrategyScored', true);
    for (const side of [plain, none]) expect(side).not.toHaveProperty('grandStrategyScored');
    const [failed] = await inPacks(['Strategies'], { grandStrategyScored: false });
    expect(failed).toHaveProperty('grandStrategyScored', false);
  });

  test('Decided: what the battle pack scores is present, and 0 or false, also where nothing was recorded', async () => {
    expect(await inPacks(['Everything'], {})).toMatchObject([
      { objectivePoints: 0, battleTacticsScored: 0, grandStrategy: null, grandStrategyScored: false },
    ]);
  });

  test("metrics (object): Always present; extra organiser-tracked values keyed by the organiser's name for them", async () => {
    const [tracked, untracked] = await sides({ rounds: [{ round: 1, metrics: { 'Painted models ✔': 12 } }] }, {});
    expect(tracked.metrics).toStrictEqual({ 'Painted models ✔': 12 });
    expect(untracked).toHaveProperty('metrics');
  });

  test('metrics: numbers are totalled', async () => {
    const rounds = [
      { round: 1, metrics: { kills: 2 } },
      { round: 2, metrics: { kills: 3.5 } },
      { round: 3, metrics: {} },
    ];
    const [side] = await sides({ rounds });
    expect(side.metrics).toStrictEqual({ kills: 5.5 });
  });

  test('metrics: yes/no metrics are counted', async () => {
    const rounds = [
      { round: 1, metrics: { bonus: true, never: false } },
      { round: 2, metrics: { bonus: true, never: false } },
      { round: 3, metrics: { bonus: false } },
    ];
    const [side] = await sides({ rounds });
    expect(side.metrics).toStrictEqual({ bonus: 2, never: 0 });
  });

  test('list (ArmyList | null): Only in the battle-by-id response', async () => {
    const [side] = await sides({ list });
    expect(side.list).toStrictEqual(list);
    expect(await listed(`side-${made}`)).not.toHaveProperty('list');
  });

  test('rounds (PlayerRound[]): Only in the battle-by-id response. Round-by-round detail', async () => {
    const [side] = await sides({ rounds: [{ round: 1 }, { round: 2 }] });
    expect(side.rounds).toMatchObject([{ round: 1 }, { round: 2 }]);
    expect(await listed(`side-${made}`)).not.toHaveProperty('rounds');
  });

  test('Battle listings (tournament battles, club battles, user battles) do not carry `list` or `rounds` on players', async () => {
    const detail = { list, rounds: [{ round: 1 }] };
    await load(
      tournament({ club: 'northern-legion', participants: [{ playerId: 'p-1' }, 'Bo'] }),
      battle('b-2', { date: '2026-05-02', sides: result('win', [detail, detail]) }),
    );
    for (const listing of ['tournaments/spring-clash', 'clubs/northern-legion', 'users/p-1']) {
      const { data: battles } = await json(`/api/v1/${listing}/battles`);
      const { players } = battles.find(({ id }: { id: string }) => id === 'b-2');
      expect(players).toHaveLength(2);
      for (const each of players) {
        expect(each).not.toHaveProperty('list');
        expect(each).not.toHaveProperty('rounds');
      }
    }
  });
});

/** For each of these sides, the first player of a battle with that side, as the battle-by-id endpoint answers. */
function sides(...given: Partial<SideRecord>[]) {
  return firstPlayers(given.map((side) => [side, null]));
}

/** The first player of a battle under each of these battle packs. */
function inPacks(packs: (string | null)[], given: Partial<SideRecord>) {
  return firstPlayers(packs.map((pack) => [given, pack]));
}

/** Each battle is a new one, which keeps nothing of another. */
let made = 0;

async function firstPlayers(given: [Partial<SideRecord>, string | null][]) {
  const battles = given.map(([side, pack]) => {
    const first = side.playerId ? side : { name: 'Cy', ...side };
    made += 1;
    return casual(`side-${made}`, { battlePack: pack, club: 'northern-legion', sides: [first, { name: 'Bo' }] });
  });
  await load(...battles);
  return Promise.all(battles.map(async ({ id }) => (await data(`/api/v1/battles/${id}`)).players[0]));
}

/** The first player of a battle logged for the club, or of the player p-1, as the listings answer. */
async function listed(id: string) {
  const battles = [
    ...(await data('/api/v1/clubs/northern-legion/battles')),
    ...(await data('/api/v1/users/p-1/battles')),
  ];
  return battles.find((each) => each.id === id).players[0];
}

function casualResult(outcome: 'win' | 'loss' | 'draw'): [SideRecord, SideRecord] {
  const [{ outcome: first = null }, { outcome: second = null }] = result(outcome);
  return [
    { name: 'Cy', outcome: first },
    { name: 'Bo', outcome: second },
  ];
}
