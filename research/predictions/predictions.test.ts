import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgedPredictions, judgedWorlds, type Scenario } from './judged-predictions.js';
import { report } from './report.js';

const USUAL: Scenario = { players: 400, weeks: 150, field: 40, spread: 200, drift: 50 };

test.each<[string, Partial<Scenario>]>([
  ['strengths that move a little', {}],
  ['strengths that stay', { drift: 0 }],
  ['many who seldom play', { players: 3000 }],
])(
  '%s: worse than by the strengths, near Elo, which knows the rounds before, and better than nothing',
  (_world, rest) => {
    const { truth, glicko2, elo, even } = judgedPredictions({ ...USUAL, ...rest }, 'predictions');
    expect(glicko2).toBeGreaterThan(truth);
    expect(glicko2).toBeLessThan(elo + 0.01);
    expect(glicko2).toBeLessThan(even - 0.05);
  },
);

test('few who often play: better than Elo', () => {
  const { glicko2, elo } = judgedPredictions({ ...USUAL, players: 80 }, 'predictions');
  expect(glicko2).toBeLessThan(elo);
});

test('where chance decides, nothing can be predicted, and ratings are little worse than always even', () => {
  const { glicko2, even } = judgedPredictions({ ...USUAL, spread: 0, drift: 0 }, 'predictions');
  expect(glicko2).toBeGreaterThan(even - 0.005);
  expect(glicko2).toBeLessThan(even + 0.05);
});

test('with few events behind the players, their smoothed win rates predict better than ratings; with many, ratings do', () => {
  const few = judgedWorlds({ ...USUAL, players: 60, weeks: 12, field: 16 }, 'few', 100);
  expect(few.smoothed).toBeLessThan(few.glicko2);
  expect(few.smoothedBetter).toBeGreaterThan(0.5);
  const { glicko2, elo, smoothed } = judgedWorlds({ ...USUAL, players: 60, weeks: 104, field: 16 }, 'many', 40);
  expect(glicko2).toBeLessThan(smoothed);
  expect(glicko2).toBeLessThan(elo);
});

test('the page and the document of the method say where ratings predict worse', () => {
  const written = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const row = /^\| 60 players, 16 at each of 12 events .* (\d+) % \|$/m.exec(written('research/predictions/report.md'));
  for (const path of ['docs/method.md', 'src/site/pages/method.tsx']) {
    const said = written(path).replaceAll(/\s+/g, ' ');
    expect(said).toContain(`${row?.[1]} of 100`);
  }
});

test('the report has a line for every world, and the written one is of this form', () => {
  const form = (text: string) => text.replaceAll(/[\d.,*]+/g, '#');
  const page = readFileSync(new URL('report.md', import.meta.url), 'utf8');
  expect(form(report(0.1, () => undefined))).toBe(form(page));
});
