import { expect, test } from 'vitest';
import { OPERATOR } from '../../src/config.js';
import { createBrand } from '../../src/site/brand.js';
import { factionPage } from '../../src/site/pages/faction.js';

const SITE = { root: '', url: 'https://site.example', address: '/', brand: createBrand(OPERATOR) };

const estimate = (value: number, low: number, high: number, reliable = true) => ({
  value,
  n: 40,
  events: 4,
  interval: { low, high },
  reliable,
});
const even = estimate(0.5, 0.4, 0.6);

type Month = { month: string; share: object; winRate: object };

function pageWith(matchups: Record<string, ReturnType<typeof estimate>>, months: Month[] = []): string {
  const data = {
    faction: { slug: 'own', name: 'Own', aliases: [] },
    statistics: {
      factions: [{ share: even, winRate: even, asAttacker: even, asDefender: even, eventWins: 0, months }],
      matchups: Object.entries(matchups).map(([name, winRate]) => ({
        opponent: { slug: name.toLowerCase(), name },
        battleCount: 40,
        winRate,
      })),
    },
    tournaments: { nodes: [] },
  };
  const asked = { parameters: { slug: 'own' }, query: {} };
  return factionPage.make(data, asked, SITE)?.text ?? '';
}

/** The texts about the worst and the best opponent. */
function saidOf(matchups: Record<string, ReturnType<typeof estimate>>): [worst: string, best: string] {
  const html = pageWith(matchups);
  const said = (name: string) =>
    new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`, 's')
      .exec(html)?.[1]
      ?.replace(/<small>.*/, '')
      .replace(/<[^>]*>/g, '') ?? '';
  return [said('Loses most to'), said('Wins most against')];
}

test('an opponent is named when the whole range is on one side of one half', () => {
  expect(
    saidOf({
      Doubtful: estimate(0.2, 0.05, 0.52),
      Worse: estimate(0.35, 0.25, 0.45),
      Worst: estimate(0.3, 0.2, 0.4),
      Better: estimate(0.7, 0.6, 0.8),
      Lucky: estimate(0.9, 0.8, 1, false),
    }),
  ).toStrictEqual(['Worst', 'Better']);
});

test('of what is not clear nothing is said, and never one opponent at both ends', () => {
  const unclear = ['Not clear yet', 'Not clear yet'];
  expect(saidOf({ Doubtful: estimate(0.2, 0.05, 0.5), Other: estimate(0.6, 0.5, 0.7) })).toStrictEqual(unclear);
  expect(saidOf({})).toStrictEqual(unclear);
  expect(saidOf({ Better: estimate(0.7, 0.6, 0.8) })).toStrictEqual(['Not clear yet', 'Better']);
});

test('a heading stands over a course only where there is one', () => {
  const none = { ...even, value: null, n: 0, interval: null };
  const months = (...rates: object[]) =>
    rates.map((winRate, at) => ({ month: `2026-0${at + 1}`, share: even, winRate }));
  expect(pageWith({}, months(even, none))).not.toContain('Over time');
  expect(pageWith({}, months(even, none, even))).toMatch(/Over time.*<figure/s);
});
