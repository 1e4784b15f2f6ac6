import fc from 'fast-check';
import type { Competition } from '../../src/standings/competition.js';
import { competition } from './notation.js';

const PLAYERS = 'a b c d e f g h i j'.split(' ');
const player = fc.constantFrom(...PLAYERS);

/** Few points, and tenths of them, so that ties and inexact floating-point sums are common. */
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
  matches: fc.record({ knockout: matches, 'placement-3': matches, 'placement-5-8': matches, 'placement-2-6': matches }),
  tieBreakers,
});

/** Without groups and without final placements. */
export const anyCompetition = anyNotation.map(competition);

/** A knockout followed by placement bands that do not overlap, each with at most as many players as places. */
export const anyBands = fc
  .record({
    order: fc.shuffledSubarray(PLAYERS, { minLength: PLAYERS.length }),
    knockout: fc.constantFrom(0, 2, 4),
    bands: fc.array(fc.record({ gap: fc.integer({ min: 0, max: 3 }), places: fc.integer({ min: 2, max: 5 }) }), {
      maxLength: 3,
    }),
    matches: fc.integer({ min: 1, max: 2 }),
    swiss: battles,
  })
  .map(({ order, knockout, bands, matches, swiss }) => {
    const waiting = [...order];
    const paired = (many: number) =>
      Array.from({ length: Math.floor(Math.min(many, waiting.length) / 2) }, (_, table) => {
        const [winner, loser] = waiting.splice(0, 2);
        return `1 First ${table + 1}: ${winner} beats ${loser}`;
      });
    const brackets: Record<string, string[]> = { knockout: paired(knockout) };
    let from = knockout + 1;
    for (const { gap, places } of bands) {
      from += gap;
      brackets[`placement-${from}-${from + places - 1}`] = paired(Math.min(places, 2 * matches));
      from += places;
    }
    return competition({ players: PLAYERS.join(' '), battles: { swiss }, matches: brackets });
  });

export const anyGroups = fc
  .array(fc.constantFrom('Group 1', 'Group 2', 'Group 10', null), { minLength: 10, maxLength: 10 })
  .map((groups) => new Map(groups.map((group, index) => [index + 1, group])));

export const anyPlacements = fc
  .array(fc.option(fc.integer({ min: 1, max: 10 })), { minLength: 10, maxLength: 10 })
  .map((placements) => new Map(placements.map((placement, index) => [index + 1, placement])));

function pair() {
  return fc.tuple(player, player).filter(([a, b]) => a !== b);
}
