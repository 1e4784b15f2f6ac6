import type { BundleRecord } from '../../src/bundle/record.js';
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
    participants: [
      { playerId: 'p-1', club: 'northern-legion', list: { faction: 'Orruks' } },
      { playerId: 'p-2' },
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
