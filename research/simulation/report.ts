import { type Coverage, coverage } from './coverage.js';
import { FIGURES, type Figure } from './figures.js';
import type { Scenario } from './season.js';

/** A season of ten events that differ. Each scenario changes one or two parameters of it. */
const USUAL: Scenario = { events: 10, size: 'mixed', betweenEvents: 0.3, betweenPlayers: 0.8 };
const SCENARIOS: Record<string, Scenario> = {
  '3 events': { ...USUAL, events: 3 },
  '4 events': { ...USUAL, events: 4 },
  '6 events': { ...USUAL, events: 6 },
  '10 events': USUAL,
  '20 events': { ...USUAL, events: 20 },
  '40 events': { ...USUAL, events: 40 },
  '10 events of 8 to 20 players': { ...USUAL, size: 'small' },
  '10 events of 60 to 120 players': { ...USUAL, size: 'large' },
  '10 events that differ by 0.6': { ...USUAL, betweenEvents: 0.6 },
  '10 events that do not differ': { ...USUAL, betweenEvents: 0 },
  '10 events, nor do players differ': { ...USUAL, betweenEvents: 0, betweenPlayers: 0 },
  '60 regulars, 10 events': { ...USUAL, regulars: 60 },
  '60 regulars, 20 events': { ...USUAL, regulars: 60, events: 20 },
  '60 regulars, 40 events': { ...USUAL, regulars: 60, events: 40 },
  '200 regulars, 40 events': { ...USUAL, regulars: 200, events: 40 },
  '200 regulars who do not differ, 40 events': { ...USUAL, regulars: 200, events: 40, betweenPlayers: 0 },
  'Swiss, 10 events': { ...USUAL, pairing: 'swiss' },
  'Swiss, 60 regulars, 10 events': { ...USUAL, pairing: 'swiss', regulars: 60 },
  'Swiss, 60 regulars, 40 events': { ...USUAL, pairing: 'swiss', regulars: 60, events: 40 },
  'Swiss, 200 regulars, 40 events': { ...USUAL, pairing: 'swiss', regulars: 200, events: 40 },
};

const TITLES: Record<Figure, string> = {
  common: 'Win rate, a fifth of the field',
  rare: 'Win rate, a 25th',
  matchup: 'One cell of the matrix',
  above: 'Above expectation, a fifth',
  share: 'Share of a fifth',
  rareShare: 'Share of a 25th',
  unbeaten: 'Unbeaten starts',
  top: 'Top places',
};

type Covered = { title: string; of: Record<Figure, Coverage>; seasons: number };

export function report(usual: number, progress: (title: string) => void): string {
  const all = Object.entries(SCENARIOS).map(([title, scenario]): Covered => {
    progress(title);
    const seasons = scenario.regulars || scenario.pairing ? CLOSER * usual : usual;
    return { title, of: coverage(scenario, seasons, JSON.stringify(scenario)), seasons };
  });
  return `${introduction(usual)}
${table(all, ({ headline, byEvent }) => `${percent(headline)} (${percent(byEvent)})`)}
${RELIABLE}
${table(all, ({ reliable, reliableHeadline }) => {
  if (reliable < LEAST_RELIABLE) return percent(reliable);
  return `${percent(reliable)} (${percent(reliableHeadline)})`;
})}`;
}

const percent = (part: number) => (100 * part).toFixed(1);

/** Recurring players and Swiss pairing put intervals to the test: their lines are of so many times as many seasons. */
const CLOSER = 5;
/** Of fewer figures no share is shown. */
const LEAST_RELIABLE = 0.02;

/** A figure that fewer than a tenth of the seasons have is left out. */
function table(all: readonly Covered[], cellOf: (of: Coverage) => string): string {
  const lines = all.map(({ title, of, seasons }) => {
    const cells = FIGURES.map((figure) => (of[figure].figures < seasons / 10 ? '' : cellOf(of[figure])));
    return `| ${[title, ...cells].join(' | ')} |\n`;
  });
  return `| Season | ${Object.values(TITLES).join(' | ')} |\n|${'---|'.repeat(1 + FIGURES.length)}\n${lines.join('')}`;
}

const introduction = (seasons: number) => `# How often the intervals are right

Written by \`research/simulation/main.ts\`, with ${seasons.toLocaleString('en')} seasons per line and ${(CLOSER * seasons).toLocaleString('en')} where there are regulars or
Swiss rounds; \`research/simulation/coverage.test.ts\` runs a shorter version. The [method](../../docs/method.md) defines the intervals.

The standard error of 95 % is 0.7 points of 1,000 seasons and 0.3 of 5,000. The lowest and the highest of a hundred figures that are
all right in 95 of 100 cases are about 2.5 standard errors away from that by chance alone.

Ten factions have known strengths and shares. Each event draws its size, 8 to 200 players if nothing else is said, its field and
the strength of each faction at the event; players differ in strength too. Each player plays five rounds against random opponents,
and 2 % of the battles are draws. Strengths are logits, with a standard deviation of 0.3 between events and 0.8 between players: with
0.3 a faction that wins half of its battles wins between 36 and 64 % at 19 of 20 events. Regulars have a strength and a faction for
the whole season, and an event draws its players from them; otherwise all players are new. In Swiss rounds players with
equal points meet. Ratings know the strength of a player, without that of the faction, with an error of 0.4. The top are the
first four by points after five rounds, ties drawn by lot.

An interval is right when it contains the value that the figure would have over infinitely many events with infinitely many
players, under the same pairing. Swiss rounds let winners meet winners, which moves win rates towards one half (from 58.2 to
56.9 % for the common faction, from 41.3 to 42.7 % for the rare one): the figure is about what is won under such pairing, not
against random opponents, and so is its interval. Figures of at least 20 battles or players in three events count, and shares of
factions that were played.

## Headline intervals

Of 100 headline intervals, so many contain the true value; in brackets, of those by event alone, which are too narrow where players
come again:
`;

const RELIABLE = `
## Reliable figures

So many of 100 figures are \`reliable\`: their sample is large enough for a narrow interval, and their interval is narrow. In
brackets, how many of their headline intervals contain the true value:
`;
