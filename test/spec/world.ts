// A small world with a value in every field, and the bodies that the service answers for it, so that a test of an
// endpoint can state a whole body in one line.
import type { BundleRecord } from '../../src/bundle/record.js';
import { battle, battlePack, casual, club, knockout, player, standings, swiss, tournament } from '../support/world.js';

export const list = {
  faction: 'Stormcast Eternals',
  subFaction: 'Thunderhead Host',
  points: 1990,
  battleTacticCards: ['Attuned to Ghyran', 'Scouting Force'],
  text: 'Lord-Celestant\n5 Liberators',
};

export const littleWorld: BundleRecord[] = [
  club({
    description: 'We meet on Thursdays.',
    city: 'Leeds',
    country: 'United Kingdom',
    members: 42,
    website: 'https://legion.example',
  }),
  player('p-1', { name: 'Ann' }),
  player('p-2', { name: 'Bo' }),
  battlePack({
    name: 'Pitched Battles',
    scoresObjectives: true,
    usesBattleTactics: true,
    usesGrandStrategies: true,
  }),
  tournament({
    status: 'finished',
    startDate: '2026-05-02',
    endDate: '2026-05-03',
    description: 'Bring dice.',
    city: 'Leeds',
    country: 'United Kingdom',
    battlePack: 'Pitched Battles',
    club: 'northern-legion',
    organizers: ['p-2'],
    stages: [swiss({ rounds: 5 }), knockout({ rounds: 1, players: 2 }), standings()],
    participants: [
      { playerId: 'p-1', club: 'northern-legion', finalPlacement: 1, list },
      { playerId: 'p-2', dropped: true, finalPlacement: 2 },
    ],
    bracketMatches: [
      { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], winner: 1, battle: null },
    ],
  }),
  battle('b-1', {
    date: '2026-05-02',
    scenario: 'Border War',
    battlePack: 'Pitched Battles',
    victorySize: 'major',
    sides: [
      {
        entry: 1,
        faction: 'Stormcast Eternals',
        subFaction: 'Thunderhead Host',
        outcome: 'win',
        battlePoints: 17.5,
        victoryPoints: 25,
        objectivePoints: 12,
        battleTacticsScored: 1,
        grandStrategy: 'Hold the Line',
        grandStrategyScored: true,
        drops: 3,
        role: 'attacker',
        list,
        rounds: [
          {
            round: 1,
            victoryPoints: 10,
            objectivePoints: 5,
            objectives: ['Centre', 'Left'],
            battleTactic: 'Seize the Centre',
            battleTacticScored: true,
            priority: true,
            metrics: { kills: 2, firstBlood: true },
          },
          { round: 2, victoryPoints: 15, objectivePoints: 7, metrics: { kills: 3, firstBlood: false } },
        ],
      },
      { entry: 2, outcome: 'loss' },
    ],
  }),
];

/** A battle with only the required fields. */
export const bareBattle = casual('b-9', { battleSize: 1000 });

export const springClashBody = {
  slug: 'spring-clash',
  name: 'Spring Clash',
  status: 'finished',
  startDate: '2026-05-02',
  endDate: '2026-05-03',
  description: 'Bring dice.',
  city: 'Leeds',
  country: 'United Kingdom',
  players: 2,
  rounds: 6,
  battleSize: 2000,
  battlePack: 'Pitched Battles',
  organizer: 'northern-legion',
  tournamentOrganizers: [{ name: 'Bo', playerId: 'p-2' }],
  stages: [
    { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 5 },
    { id: 'knockout', name: 'Knockout', type: 'bracket', rounds: 1, players: 2 },
    { id: 'standings', name: 'Final Standings', type: 'board' },
  ],
  url: 'https://battles.example/tournaments/spring-clash',
};

const annInBattle = {
  player: 'Ann',
  playerId: 'p-1',
  faction: 'Stormcast Eternals',
  subFaction: 'Thunderhead Host',
  outcome: 'win',
  battlePoints: 17.5,
  victoryPoints: 25,
  objectivePoints: 12,
  battleTacticsScored: 1,
  grandStrategy: 'Hold the Line',
  grandStrategyScored: true,
  drops: 3,
  role: 'attacker',
  metrics: { kills: 5, firstBlood: 1 },
};

const boInBattle = {
  player: 'Bo',
  playerId: 'p-2',
  faction: null,
  subFaction: null,
  outcome: 'loss',
  battlePoints: null,
  victoryPoints: null,
  objectivePoints: 0,
  battleTacticsScored: 0,
  grandStrategy: null,
  grandStrategyScored: false,
  drops: null,
  role: null,
  metrics: {},
};

/** As in listings, without `list` and `rounds`. */
export const battleBody = {
  id: 'b-1',
  date: '2026-05-02',
  tournament: 'spring-clash',
  stage: 'swiss',
  round: 1,
  scenario: 'Border War',
  battlePack: 'Pitched Battles',
  battleSize: 2000,
  winner: 'Ann',
  victorySize: 'major',
  players: [annInBattle, boInBattle],
  url: 'https://battles.example/battles/b-1',
};
