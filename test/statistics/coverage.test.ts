import { expect, test } from 'vitest';
import { coverage } from '../../scripts/simulation/coverage.js';

const SEASONS = 600;

/** Four standard errors of a proportion whose true value is 95 %. */
const DOUBT = 4 * Math.sqrt((0.95 * 0.05) / SEASONS);

const season = { size: 'mixed', betweenEvents: 0.3, betweenPlayers: 0.8 } as const;

test.each([10, 20])('seasons of %i events that differ: the headline interval is right in 94 to 97 %', (events) => {
  const { common, rare, matchup } = coverage({ ...season, events }, SEASONS, 'coverage');
  for (const { headline } of [common, rare, matchup]) {
    expect(headline).toBeGreaterThan(0.94 - DOUBT);
    expect(headline).toBeLessThan(0.97 + DOUBT);
  }
  // Wilson's interval assumes that the battles of one event are independent.
  for (const { wilson } of [common, rare]) expect(wilson).toBeLessThan(0.94 - DOUBT);
});

test('few events, or events that do not differ: right more often than promised, never less', () => {
  const few = coverage({ ...season, events: 4 }, SEASONS, 'coverage');
  const alike = coverage({ ...season, events: 10, betweenEvents: 0, betweenPlayers: 0 }, SEASONS, 'coverage');
  for (const { common, rare, matchup, unbeaten } of [few, alike]) {
    for (const { headline } of [common, rare, matchup, unbeaten]) expect(headline).toBeGreaterThan(0.94 - DOUBT);
  }
});

/** Fewer seasons, with four standard errors of as many. */
const REGULAR_SEASONS = 100;
const REGULAR_DOUBT = 4 * Math.sqrt((0.95 * 0.05) / REGULAR_SEASONS);

test.each([
  { regulars: 60, events: 10 },
  { regulars: 60, events: 10, pairing: 'swiss' },
  { regulars: 200, events: 40 },
  { regulars: 200, events: 40, pairing: 'swiss' },
] as const)(
  'players who come again, %j: every figure is right in 93 to 97 %, which intervals by event are not',
  (regular) => {
    const { rare, ...figures } = coverage({ ...season, ...regular }, REGULAR_SEASONS, 'regulars');
    for (const { headline } of Object.values(figures)) {
      expect(headline).toBeGreaterThan(0.93 - REGULAR_DOUBT);
      expect(headline).toBeLessThan(0.97 + REGULAR_DOUBT);
    }
    // Of few players it is right more often.
    expect(rare.headline).toBeGreaterThan(0.93 - REGULAR_DOUBT);
    for (const { byEvent } of [figures.common, figures.share]) expect(byEvent).toBeLessThan(0.93 - REGULAR_DOUBT);
  },
  120_000,
);
