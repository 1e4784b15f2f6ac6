import { expect, test } from 'vitest';
import { type Coverage, coverage } from './coverage.js';
import { FIGURES, type Figure } from './figures.js';
import type { Scenario } from './season.js';
import { amongRandomOpponents, SHARES } from './truth.js';

const USUAL: Scenario = { events: 10, size: 'mixed', betweenEvents: 0.3, betweenPlayers: 0.8 };
const ALIKE: Scenario = { ...USUAL, size: 'small', betweenEvents: 0, betweenPlayers: 0 };
const REGULARS: Scenario = { ...USUAL, regulars: 60 };
const SWISS: Scenario = { ...REGULARS, pairing: 'swiss', size: 'small', events: 20 };

/** As `truth` finds them, which takes longer than all of these seasons. */
const FOUND = { above: 0.0816, unbeaten: 1.397, top: 1.366 };
const FOUND_SWISS = { common: 0.5721, rare: 0.4259, matchup: 0.6131 };

/**
 * The same seasons each time, which come near what 2,000 give, so the bounds can be narrow: intervals that are a sixth too
 * wide or too narrow leave them.
 */
const SEASONS = 120;

/** How many of 100 intervals of these figures are right. */
function right(covered: Record<Figure, Coverage>, kind: 'wilson' | 'byEvent' | 'byPlayer', figures: readonly Figure[]) {
  const all = figures.reduce((sum, figure) => sum + covered[figure].figures, 0);
  return (100 / all) * figures.reduce((sum, figure) => sum + covered[figure].figures * covered[figure][kind], 0);
}

test.each([
  ['byPlayer', 'players are new', USUAL, FOUND, FIGURES],
  ['wilson', 'neither events nor players differ', ALIKE, {}, ['common', 'rare', 'matchup']],
  ['byPlayer', 'players come again', REGULARS, {}, ['common', 'matchup']],
  ['byPlayer', 'those with equal points are paired', SWISS, FOUND_SWISS, ['common', 'matchup', 'rareShare']],
] as const)('%s is right in 95 of 100 where %s', (interval, _where, scenario, known, figures) => {
  const covered = coverage(scenario, SEASONS, 'typical', { ...SHARES, ...amongRandomOpponents(scenario), ...known });
  const found = right(covered, interval, figures);
  expect(found).toBeGreaterThan(93);
  expect(found).toBeLessThan(97);
  if (scenario.regulars) expect(right(covered, 'byEvent', figures)).toBeLessThan(85);
  else expect(right(covered, 'byEvent', figures)).toBe(right(covered, 'byPlayer', figures));
});

const isLong = process.env.PROPERTIES === 'long';
if (!isLong) console.log('Seasons with all they know, 2,000 of each kind: PROPERTIES=long');

/** Of few players, or of players who are few and keep their faction, intervals are wider than necessary. */
test.runIf(isLong).each([
  { scenario: USUAL, wide: ['rare', 'unbeaten', 'top', 'above'] },
  { scenario: REGULARS, wide: ['rare', 'share', 'rareShare', 'unbeaten', 'top'] },
  { scenario: { ...REGULARS, regulars: 200, events: 40 }, wide: ['unbeaten', 'top'] },
  { scenario: { ...REGULARS, regulars: 200, events: 40, pairing: 'swiss' }, wide: ['unbeaten', 'top'] },
] as { scenario: Scenario; wide: Figure[] }[])('2,000 seasons of each kind: $scenario', ({ scenario, wide }) => {
  const covered = coverage(scenario, 2_000, 'long');
  for (const figure of FIGURES) {
    const { headline } = covered[figure];
    expect([figure, headline > 0.925, headline < (wide.includes(figure) ? 0.99 : 0.97)]).toStrictEqual([
      figure,
      true,
      true,
    ]);
  }
});
