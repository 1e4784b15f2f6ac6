import { type Coverage, coverage } from './coverage.js';
import { FIGURES, type Figure } from './figures.js';
import type { Scenario } from './season.js';

/** A season of ten events that differ. Each scenario changes one or two parameters of it. */
const USUAL: Scenario = { events: 10, size: 'mixed', betweenEvents: 0.3, betweenPlayers: 0.8 };
const SECTIONS: Record<string, Scenario[]> = {
  'Few and many events': [3, 4, 6, 10, 20, 40].map((events) => ({ ...USUAL, events })),
  'Small and large events': (['small', 'large'] as const).map((size) => ({ ...USUAL, size })),
  'Events that differ more, or not at all': [
    { ...USUAL, betweenEvents: 0.6 },
    { ...USUAL, betweenEvents: 0 },
    { ...USUAL, betweenEvents: 0, betweenPlayers: 0 },
  ],
  'Players who come again and keep their faction': [
    { ...USUAL, regulars: 60 },
    { ...USUAL, regulars: 60, events: 20 },
    { ...USUAL, regulars: 60, events: 40 },
    { ...USUAL, regulars: 200, events: 40 },
    { ...USUAL, regulars: 200, events: 40, betweenPlayers: 0 },
  ],
  'Swiss pairing': [
    { ...USUAL, pairing: 'swiss' },
    { ...USUAL, pairing: 'swiss', regulars: 60 },
    { ...USUAL, pairing: 'swiss', regulars: 60, events: 40 },
    { ...USUAL, pairing: 'swiss', regulars: 200, events: 40 },
  ],
};

const TITLES: Record<Figure, string> = {
  common: 'win rate, a fifth of the field',
  rare: 'win rate, a twenty-fifth of the field',
  matchup: 'one cell of the matrix',
  above: 'above expectation, a fifth of the field',
  share: 'share of a fifth of the field',
  rareShare: 'share of a twenty-fifth of the field',
  unbeaten: 'unbeaten starts over field',
  top: 'top places over field',
};

export function report(seasons: number, progress: (section: string) => void): string {
  const sections = Object.entries(SECTIONS).map(([title, scenarios]) => {
    progress(title);
    return `## ${title}\n\n${HEAD}\n${scenarios.flatMap((each) => lines(each, seasons)).join('\n')}\n`;
  });
  return `${introduction(seasons)}\n${sections.join('\n')}`;
}

const HEAD = `| Events | Players each | Of regulars | Events differ by | Players differ by | Figure | n | Figures | **Headline** | Wilson alone | By event alone | By player alone | Width | Reliable | Of those right |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|`;
const PLAYERS = { small: '8 to 20', mixed: '8 to 200', large: '60 to 120' };

/** Recurring players and Swiss pairing put intervals to the test: their lines are of so many times as many seasons. */
const CLOSER = 5;

function lines(scenario: Scenario, usual: number): string[] {
  const seasons = scenario.regulars || scenario.pairing ? CLOSER * usual : usual;
  const covered = coverage(scenario, seasons, JSON.stringify(scenario));
  const { events, size, betweenEvents, betweenPlayers } = scenario;
  return FIGURES.filter((figure) => covered[figure].figures >= seasons / 10).map((figure) => {
    const cells = [
      events,
      PLAYERS[size],
      scenario.regulars ?? '',
      betweenEvents,
      betweenPlayers,
      TITLES[figure],
      ...cellsOf(covered[figure]),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

function cellsOf(of: Coverage): (string | number)[] {
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  const { n, figures, headline, wilson, byEvent, byPlayer, width, reliable, reliableHeadline } = of;
  return [
    Math.round(n),
    figures,
    `**${percent(headline)}**`,
    percent(wilson),
    percent(byEvent),
    byPlayer === 0 ? '' : percent(byPlayer),
    width.toFixed(2),
    percent(reliable),
    reliable < LEAST_RELIABLE ? '' : percent(reliableHeadline),
  ];
}

/** Of fewer figures no share is shown. */
const LEAST_RELIABLE = 0.02;

function introduction(seasons: number): string {
  return `# How often the intervals are right

Written by \`research/simulation/main.ts\`, with ${seasons.toLocaleString('en')} seasons per line and ${(CLOSER * seasons).toLocaleString('en')} per line of the
last two sections; \`research/simulation/coverage.test.ts\` runs a shorter version. The [method](../../docs/method.md) defines the intervals.

The standard error of 95 % is 0.7 points of 1,000 seasons and 0.3 of 5,000. The lowest and the highest of a hundred lines that are
all right in 95 of 100 cases are about 2.5 standard errors away from that by chance alone.

Ten factions have known strengths and shares. Each event draws its size, its field and the strength of each faction at the
event; players differ in strength too. Each player plays five rounds against random opponents, and 2 % of the battles are draws.
Strengths are logits, and the columns "differ by" are standard deviations: with 0.3 between events, a faction that wins half of
its battles wins between 36 and 64 % at 19 of 20 events. Where there are regulars, each of them has a strength and a faction for
the whole season, and an event draws its players from them; otherwise all players are new. In the last section players with
equal points meet, as in Swiss rounds. Ratings know the strength of a player, without that of the faction, with an error of 0.4.
The top are the first four by points after five rounds, ties drawn by lot.

An interval is right when it contains the value that the figure would have over infinitely many events with infinitely many
players, under the same pairing. Swiss rounds let winners meet winners, which moves win rates towards one half (from 58.2 to
56.9 % for the common faction, from 41.3 to 42.7 % for the rare one): the figure is about what is won under such pairing, not
against random opponents, and so is its interval.

Figures of at least 20 battles or players in three events count, shares of factions that were played, and a line is shown only
if at least a tenth of the seasons have one. n and width are means. The last two columns are about those that are \`reliable\`,
whose sample is large enough for a narrow interval, and whose interval is narrow.
`;
}
