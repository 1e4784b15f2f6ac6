import type { BundleRecord } from '@battle-results/bundle-format/record';
import { battle, battlePack, casual, club, knockout, player, result, round, swiss, tournament } from './world.js';

/** Records of every type, which reference each other. */
export const richWorld: BundleRecord[] = [
  club(),
  player('p-1', { name: 'Ann' }),
  player('p-2', { name: null, removed: true }),
  battlePack({ scoresObjectives: true }),
  tournament({
    club: 'northern-legion',
    battlePack: 'Plain Pack',
    organizers: ['p-1'],
    stages: [swiss(), knockout()],
    teamDrawRange: 2.5,
    teams: [{ name: 'Red / 1', club: 'northern-legion' }, { name: 'Blue' }],
    participants: [
      { playerId: 'p-1', club: 'northern-legion', team: 'Red / 1', list: { faction: 'Orruks' } },
      { playerId: 'p-2', team: 'Blue' },
      'Cy',
    ],
    bracketMatches: [
      { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], winner: 1, battle: 'b-2' },
    ],
  }),
  battle('b-1', { date: '2026-05-02', sides: result('draw', [{ battlePoints: 9.5 }, { rounds: [round(1)] }]) }),
  battle('b-2', { stage: 'knockout', victorySize: 'major', sides: result('win') }),
  casual('b-3', { club: 'northern-legion', sides: [{ playerId: 'p-1' }, { name: 'Bo' }] }),
];

/** An event whose only battle gives ratings and places. */
export const ratedEvent: BundleRecord[] = [
  player('p-3', { name: 'Łukasz "\\" \u2028 😀' }),
  player('p-4', { name: 'Dee' }),
  tournament({
    slug: 'finished',
    status: 'finished',
    stages: [swiss()],
    participants: [{ playerId: 'p-3' }, { playerId: 'p-4' }],
  }),
  battle('b-9', {
    tournament: 'finished',
    date: '2026-05-02',
    sides: result('win', [{ faction: 'Elves' }, { faction: 'Orcs' }]),
  }),
];
