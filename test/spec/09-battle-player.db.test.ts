import type { SideRecord } from '@battle-results/bundle-format/record';
import { describe, expect, test } from 'vitest';
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

function casualResult(outcome: 'win' | 'loss' | 'draw'): [SideRecord, SideRecord] {
  const [{ outcome: first = null }, { outcome: second = null }] = result(outcome);
  return [
    { name: 'Cy', outcome: first },
    { name: 'Bo', outcome: second },
  ];
}
