import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, battlePack, casual, load, player, result, round, swiss, tournament } from '../support/world.js';

const LIST = { faction: 'Skaven', subFaction: 'Eshin', points: 1990, battleTacticCards: ['Ambush'], text: 'a\nb' };
const SCORED = {
  objectivePoints: 9,
  battleTacticsScored: 3,
  grandStrategy: 'Hold the Line',
  grandStrategyScored: true,
};

let app: TestApp;
beforeAll(async () => {
  const db = await openTestDb();
  const pack = { scoresObjectives: true, usesBattleTactics: true, usesGrandStrategies: true };
  await load(db, [
    player('p-1', { name: 'Ann' }),
    player('p-9', { name: null, removed: true }),
    battlePack({ name: 'Everything', ...pack }),
    battlePack({ name: 'Nothing' }),
    battlePack({ name: 'Objectives', scoresObjectives: true }),
    battlePack({ name: 'Tactics', usesBattleTactics: true }),
    battlePack({ name: 'Strategies', usesGrandStrategies: true }),
    tournament({
      stages: [swiss({ name: 'Group Stage' })],
      participants: [{ playerId: 'p-1' }, 'Bo', { playerId: 'p-9' }],
    }),
    battle('full', {
      date: '2026-05-02',
      round: 2,
      scenario: 'Focal Points',
      battlePack: 'Everything',
      victorySize: 'major',
      sides: result('win', [
        {
          faction: 'Skaven',
          subFaction: 'Eshin',
          battlePoints: 17.5,
          victoryPoints: 60,
          ...SCORED,
          drops: 2,
          role: 'attacker',
          list: LIST,
          rounds: [
            round(1, {
              victoryPoints: 20,
              objectivePoints: 4,
              objectives: ['North', 'Centre'],
              battleTactic: 'Flank',
              battleTacticScored: true,
              priority: true,
              metrics: { Kills: 3, 'First blood': true, Morale: 0.5 },
            }),
            round(2, { metrics: { Kills: 4, 'First blood': false, Morale: 0.25 } }),
          ],
        },
        { battlePoints: 0, victoryPoints: 41, role: 'defender' },
      ]),
    }),
    battle('bare', { sides: [{ entry: 3 }, { entry: 1 }] }),
    casual('casual', { date: '2026-01-31', sides: [{ playerId: 'p-1' }, { name: 'Cy' }] }),
    casual('drawn', {
      archived: true,
      sides: [
        { name: 'Cy', outcome: 'draw' },
        { name: 'Di', outcome: 'draw' },
      ],
    }),
    casual('lost-to-removed', {
      sides: [
        { name: 'Cy', outcome: 'loss' },
        { playerId: 'p-9', outcome: 'win' },
      ],
    }),
    ...['Everything', 'Nothing', 'Objectives', 'Tactics', 'Strategies', null].map((name) =>
      casual(`pack-${name}`, { battlePack: name, sides: [{ name: 'Cy', ...SCORED }, { name: 'Di' }] }),
    ),
  ]);
  app = await createTestApp(db);
});

const ask = async (id: string, selection: string) => {
  const { body } = await app.graphql(`query ($id: ID!) { battle(id: $id) { ${selection} } }`, { id });
  expect(body.errors).toBeUndefined();
  return body.data.battle;
};
const BATTLE =
  'id: battleId date tournamentSlug stageId round scenario battlePack battleSize winnerName victorySize url';
const SCORES = 'objectivePoints battleTacticsScored grandStrategy { picked scored }';
const SIDE = `name playerId faction subFaction outcome battlePoints victoryPoints ${SCORES} drops role metrics
  list { faction subFaction points battleTacticCards text }
  rounds { round victoryPoints objectivePoints objectives battleTactic battleTacticScored priority }`;

/** A side without any recorded data, under a battle pack that scores nothing. */
const EMPTY_SIDE = {
  playerId: null,
  faction: null,
  subFaction: null,
  outcome: null,
  battlePoints: null,
  victoryPoints: null,
  objectivePoints: null,
  battleTacticsScored: null,
  grandStrategy: null,
  drops: null,
  role: null,
  metrics: {},
  list: null,
  rounds: [],
};

describe('a battle', () => {
  test('carries every field of the resource, with army lists and rounds', async () => {
    expect(await ask('full', `${BATTLE} players { ${SIDE} }`)).toStrictEqual({
      id: 'full',
      date: '2026-05-02',
      tournamentSlug: 'spring-clash',
      stageId: 'swiss',
      round: 2,
      scenario: 'Focal Points',
      battlePack: 'Everything',
      battleSize: 2000,
      winnerName: 'Ann',
      victorySize: 'major',
      url: 'https://battles.example/battles/full',
      players: [
        {
          name: 'Ann',
          playerId: 'p-1',
          faction: 'Skaven',
          subFaction: 'Eshin',
          outcome: 'win',
          battlePoints: 17.5,
          victoryPoints: 60,
          objectivePoints: 9,
          battleTacticsScored: 3,
          grandStrategy: { picked: 'Hold the Line', scored: true },
          drops: 2,
          role: 'attacker',
          metrics: { Kills: 7, 'First blood': 1, Morale: 0.75 },
          list: LIST,
          rounds: [
            {
              round: 1,
              victoryPoints: 20,
              objectivePoints: 4,
              objectives: ['North', 'Centre'],
              battleTactic: 'Flank',
              battleTacticScored: true,
              priority: true,
            },
            {
              round: 2,
              victoryPoints: 0,
              objectivePoints: 0,
              objectives: [],
              battleTactic: null,
              battleTacticScored: false,
              priority: false,
            },
          ],
        },
        {
          ...EMPTY_SIDE,
          name: 'Bo',
          outcome: 'loss',
          battlePoints: 0,
          victoryPoints: 41,
          objectivePoints: 0,
          battleTacticsScored: 0,
          grandStrategy: { picked: null, scored: false },
          role: 'defender',
        },
      ],
    });
  });

  test('has null where nothing is known; a removed player goes without name and id', async () => {
    expect(
      await ask('bare', `${BATTLE} players { ${SIDE} player { id: publicId } participant { name } }`),
    ).toStrictEqual({
      id: 'bare',
      date: null,
      tournamentSlug: 'spring-clash',
      stageId: 'swiss',
      round: 1,
      scenario: null,
      battlePack: null,
      battleSize: 2000,
      winnerName: null,
      victorySize: null,
      url: 'https://battles.example/battles/bare',
      players: [
        { ...EMPTY_SIDE, name: 'Removed player', player: null, participant: { name: 'Removed player' } },
        { ...EMPTY_SIDE, name: 'Ann', playerId: 'p-1', player: { id: 'p-1' }, participant: { name: 'Ann' } },
      ],
    });
  });

  test('when casual has no tournament, no stage and no round', async () => {
    const selection = `date tournamentSlug stageId round tournament { slug } stage { stageId }
      players { name playerId player { id: publicId } participant { name } }`;
    expect(await ask('casual', selection)).toStrictEqual({
      date: '2026-01-31',
      tournamentSlug: null,
      stageId: null,
      round: null,
      tournament: null,
      stage: null,
      players: [
        { name: 'Ann', playerId: 'p-1', player: { id: 'p-1' }, participant: null },
        { name: 'Cy', playerId: null, player: null, participant: null },
      ],
    });
  });

  test.each([
    ['full', 'Ann'],
    ['bare', null],
    ['drawn', null],
    ['lost-to-removed', 'Removed player'],
  ])('has a winner unless it was drawn or is unfinished: %s', async (id, winner) => {
    expect(await ask(id, 'winnerName winner { name outcome }')).toStrictEqual({
      winnerName: winner,
      winner: winner && { name: winner, outcome: 'win' },
    });
  });

  test('leads to its tournament, its stage, and from a side to player and sign-up', async () => {
    const selection = `tournament { slug name } stage { stageId name type }
      players { player { id: publicId name } participant { name tournament { slug } } }`;
    expect(await ask('full', selection)).toStrictEqual({
      tournament: { slug: 'spring-clash', name: 'Spring Clash' },
      stage: { stageId: 'swiss', name: 'Group Stage', type: 'board' },
      players: [
        { player: { id: 'p-1', name: 'Ann' }, participant: { name: 'Ann', tournament: { slug: 'spring-clash' } } },
        { player: null, participant: { name: 'Bo', tournament: { slug: 'spring-clash' } } },
      ],
    });
  });
});

describe('what a side scored is decided by the battle pack, not by the values', () => {
  const strategy = { picked: 'Hold the Line', scored: true };
  const none = { picked: null, scored: false };
  test.each([
    ['Everything', [9, 3, strategy], [0, 0, none]],
    ['Nothing', [null, null, null], [null, null, null]],
    ['Objectives', [9, null, null], [0, null, null]],
    ['Tactics', [null, 3, null], [null, 0, null]],
    ['Strategies', [null, null, strategy], [null, null, none]],
    ['null', [null, null, null], [null, null, null]],
  ])('pack %s', async (name, ...sides) => {
    expect(await ask(`pack-${name}`, `players { ${SCORES} }`)).toStrictEqual({
      players: sides.map(([objectivePoints, battleTacticsScored, grandStrategy]) => ({
        objectivePoints,
        battleTacticsScored,
        grandStrategy,
      })),
    });
  });
});
