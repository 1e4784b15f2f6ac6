import fc from 'fast-check';
import type { Competition } from '../../src/standings/competition.js';
import { competition } from './notation.js';

const PLAYERS = 'a b c d e f g h i j'.split(' ');
const player = fc.constantFrom(...PLAYERS);

/** Few points and tenths of them, so that ties and floating sums are common. */
const points = fc.constantFrom('0', '0.1', '0.2', '0.3', '10', '20');
const score = fc.integer({ min: 0, max: 3 });

/** A line of the notation, such as 'a beats b 20-0 60-41'. */
export const battle = fc
  .tuple(pair(), fc.constantFrom('beats', 'draws'), points, points, score, score)
  .map(([[a, b], verb, bp1, bp2, vp1, vp2]) => `${a} ${verb} ${b} ${bp1}-${bp2} ${vp1}-${vp2}`);

const battles = fc.array(battle, { maxLength: 15 });

const matches = fc
  .array(fc.tuple(pair(), fc.constantFrom('beats', 'meets'), fc.integer({ min: 1, max: 3 })), { maxLength: 5 })
  .map((drawn) => drawn.map(([[a, b], verb, round], table) => `${round} Round ${table}: ${a} ${verb} ${b}`));

const tieBreakers = fc.shuffledSubarray<Competition['tieBreakers'][number]>(
  ['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints', 'opponentsBattlePoints', 'opponentsWins'],
  { minLength: 1 },
);

export const anyNotation = fc.record({
  players: fc.constant(PLAYERS.join(' ')),
  battles: fc.record({ swiss: battles, 'placement-swiss': battles, knockout: battles }),
  matches: fc.record({ knockout: matches, 'placement-3': matches, 'placement-5-8': matches }),
  tieBreakers,
});

/** Without groups and without final placements. */
export const anyCompetition = anyNotation.map(competition);

export const anyGroups = fc
  .array(fc.constantFrom('Group 1', 'Group 2', 'Group 10', null), { minLength: 10, maxLength: 10 })
  .map((groups) => new Map(groups.map((group, index) => [index + 1, group])));

export const anyPlacements = fc
  .array(fc.option(fc.integer({ min: 1, max: 10 })), { minLength: 10, maxLength: 10 })
  .map((placements) => new Map(placements.map((placement, index) => [index + 1, placement])));

function pair() {
  return fc.tuple(player, player).filter(([a, b]) => a !== b);
}
