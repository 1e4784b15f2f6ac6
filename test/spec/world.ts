// A small world with a value in every field, and the bodies that the service answers for it, so that a test of an
// endpoint can state a whole body in one line.
import type { BundleRecord } from '@battle-results/bundle-format/record';
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
  slug: 'spring-clash', // string. Short name used in the tournament web address; used wherever an endpoint asks for {slug}.
  name: 'Spring Clash', // string. Tournament name.
  status: 'finished', // "planned" | "ongoing" | "finished". Where the tournament has got to.
  startDate: '2026-05-02', // string (YYYY-MM-DD) | null. First day, local date at the venue.
  endDate: '2026-05-03', // string (YYYY-MM-DD) | null. Last day, local date at the venue.
  description: 'Bring dice.', // string. Organiser's description, plain text.
  city: 'Leeds', // string | null. Town or city.
  country: 'United Kingdom', // string | null. Country name.
  players: 2, // number. How many players are signed up.
  rounds: 6, // number. Total number of rounds, counting every stage.
  battleSize: 2000, // number. Points limit per army.
  battlePack: 'Pitched Battles', // string | null. Name of the battle pack used.
  organizer: 'northern-legion', // string | null. Slug of the club running the tournament; null when no club is set. Usable with the club endpoints.
  tournamentOrganizers: [{ name: 'Bo', playerId: 'p-2' }], // array of {name: string, playerId: string}. The people running the tournament (not the club), sorted by name; empty when nobody is listed. playerId is the public player id.
  stages: [
    // Stage[]. Stages the tournament is played in, in the order they run.
    { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 5 },
    { id: 'knockout', name: 'Knockout', type: 'bracket', rounds: 1, players: 2 },
    { id: 'standings', name: 'Final Standings', type: 'board' },
  ],
  url: 'https://battles.example/tournaments/spring-clash', // string. Link to the tournament page.
};

export const annInBattle = {
  player: 'Ann', // string. Display name.
  playerId: 'p-1', // string | null. Public player id, when one exists.
  faction: 'Stormcast Eternals', // string | null. Faction played.
  subFaction: 'Thunderhead Host', // string | null. Battle formation (sub-faction).
  outcome: 'win', // "win" | "loss" | "draw" | null. Null while the battle is unfinished.
  battlePoints: 17.5, // number | null. Battle points earned from this battle.
  victoryPoints: 25, // number | null. Victory points across every round.
  objectivePoints: 12, // number, optional. Present when the battle pack scores objectives.
  battleTacticsScored: 1, // number, optional. Present when the battle pack uses battle tactics; count completed.
  grandStrategy: 'Hold the Line', // string | null, optional. Present when the battle pack uses grand strategies; the one picked.
  grandStrategyScored: true, // boolean, optional. Present when the battle pack uses grand strategies; whether it came off.
  drops: 3, // number | null. Number of deployment drops; null when none recorded.
  role: 'attacker', // "attacker" | "defender" | null. Null when the battle did not record roles.
  metrics: { kills: 5, firstBlood: 1 }, // object. Always present; extra organiser-tracked values keyed by the organiser's name for them; numbers are totalled, yes/no metrics are counted; empty object when nothing extra.
};

export const boInBattle = {
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
  id: 'b-1', // string. Battle id.
  date: '2026-05-02', // string (YYYY-MM-DD) | null. Day played, local date.
  tournament: 'spring-clash', // string | null. Tournament slug; null for a casual battle.
  stage: 'swiss', // string | null. Id of the tournament stage; null for a casual battle.
  round: 1, // number | null. Round number, counting from 1.
  scenario: 'Border War', // string | null. Scenario played.
  battlePack: 'Pitched Battles', // string | null. Battle pack name.
  battleSize: 2000, // number. Points limit per army.
  winner: 'Ann', // string | null. Winning player's name; null on a draw and on a battle with no result yet.
  victorySize: 'major', // "major" | "minor" | null. How big the win was.
  players: [annInBattle, boInBattle], // BattlePlayer[]. Exactly two entries, one per side.
  url: 'https://battles.example/battles/b-1', // string. Link to the battle page.
};
