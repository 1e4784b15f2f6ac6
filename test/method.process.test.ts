// The program in docs/method.md, run as printed there, gives the same digits as our own code.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { replay } from '../research/predictions/replay.js';
import { figuresOf } from '../research/simulation/figures.js';
import { COMMON, playSeason } from '../research/simulation/season.js';
import { Random } from '../scripts/demo-world/random.js';
import type { RatedBattle } from '../src/ratings/replay.js';
import { aboveExpectation } from '../src/statistics/above-expectation.js';
import { type Event, eachPlayer, firstOf, resultCodeOf, secondOf } from '../src/statistics/event.js';
import { overField } from '../src/statistics/over-field.js';
import { rateOf, shareOf } from '../src/statistics/proportion.js';
import { momentsOf } from './statistics/moments-of.js';

const page = readFileSync(new URL('../docs/method.md', import.meta.url), 'utf8');
const program = [...page.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, block]) => block).join('\n');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The value of a Python expression in which `given` is the second argument. */
function python<T>(expression: string, given: unknown): T {
  const script = `${program}\nimport json, sys\ngiven = json.load(sys.stdin)\njson.dump(${expression}, sys.stdout)\n`;
  return JSON.parse(
    execFileSync('python3', ['-c', script], { input: JSON.stringify(given), maxBuffer: 2 ** 28 }).toString(),
  );
}

describe.skipIf(!hasPython && !process.env.REQUIRE_PYTHON)('in Python', () => {
  test('1,000 estimates of each kind are the same to the last digit', () => {
    const random = new Random('estimates');
    const fields = Array.from({ length: 1000 }, () => anyField(random));
    const rates = fields.map((events) => events.map(([ours, , , ourField]) => [2 * ours - (ours & 1), ourField]));
    const shares = fields.map((events) => events.map(([, , field, ourField]) => [ourField, field]));
    const expectations = rates.map((events) =>
      events.map(([score = 0, n = 0]) => [score, Math.round(n * 1_000_000 * random.next()), n]),
    );
    expect(python('[proportion(events, 2) for events in given]', rates)).toStrictEqual(
      rates.map((events) => rateOf(momentsOf(2, events))),
    );
    expect(python('[proportion(events, 1) for events in given]', shares)).toStrictEqual(
      shares.map((events) => shareOf(momentsOf(2, events))),
    );
    expect(python('[over_field(events) for events in given]', fields)).toStrictEqual(
      fields.map((events) => overField(momentsOf(4, events))),
    );
    expect(python('[above_expectation(events) for events in given]', expectations)).toStrictEqual(
      expectations.map((events) => aboveExpectation(momentsOf(3, events))),
    );
  });

  test('figures of each kind in 300 seasons of players who come again are the same to the last digit', () => {
    const random = new Random('players');
    const seasons = Array.from({ length: 300 }, (_, at) => {
      const events = random.pick([2, 5, 12]);
      const regulars = 6 + (at % 40);
      return [...playSeason(random, { events, size: 'small', betweenEvents: 0.3, betweenPlayers: 0.8, regulars })];
    });
    const figures = seasons.map((season) => figuresOf(season));
    const of = (rowsOf: (event: Event) => Row[]) =>
      seasons.map((season) => season.flatMap((event, at) => rowsOf(event).map((row) => [at, ...row])));
    for (const [figure, method, rows] of [
      ['common', 'proportion(events, 2, groups)', of((event) => battlesOf(event, ([score]) => [score, 1]))],
      ['above', 'above_expectation(events, groups)', of((event) => battlesOf(event, (scores) => [...scores, 1]))],
      ['share', 'proportion(events, 1, groups)', of((event) => signUpsOf(event, (own) => [own, 1]))],
      ['unbeaten', 'over_field(events, groups)', of(unbeatenStartsOf)],
    ] as const) {
      const expression = `[${method} for rows in given for events, groups in [grouped(rows)]]`;
      expect(python(expression, rows)).toStrictEqual(figures.map((each) => each[figure]));
    }
  });

  test('the ledger of 20,000 battles is the same to the last digit', () => {
    const random = new Random('ledger');
    const battles = Array.from({ length: 20_000 }, (_, index): RatedBattle<number> => {
      const [first, second] = [random.below(300), random.below(300)];
      const score = random.chance(0.3) ? random.below(3) / 2 : Number(first < second);
      return { week: Math.floor(index / 200) + 30 * Math.floor(index / 8000), first, second, score };
    });
    const ours = [...replay(battles)]
      .flatMap(({ rows }) => rows)
      .map(({ player, week, value, deviation, volatility, battles }) => [
        player,
        week,
        value,
        deviation,
        volatility,
        battles,
      ]);
    const given = battles.map(({ week, first, second, score }) => [week, first, second, score]);
    expect(python('ledger(given)', given)).toStrictEqual(ours);
  });
});

/** None to many events, some without the faction or without a top. */
function anyField(random: Random): [number, number, number, number][] {
  const largest = random.pick([3, 30, 300]);
  return Array.from({ length: random.below(random.pick([4, 12, 60])) }, () => {
    const field = 1 + random.below(largest);
    const [all, ourField] = [random.below(field + 1), random.below(field + 1)];
    return [random.below(Math.min(all, ourField) + 1), all, field, ourField];
  });
}

/** The player, in a battle also the opponent, and the counts. */
type Row = [players: number[], counts: number[]];

/** Battles of the common faction against others, from its side. */
function battlesOf(event: Event, countsOf: (scores: [score: number, expected: number]) => number[]): Row[] {
  const { factions, results, roster, sides, above = results } = event;
  return [...results].flatMap((result, at): Row[] => {
    const [first, second] = [factions[firstOf(result)], factions[secondOf(result)]];
    if (first === second || (first !== COMMON && second !== COMMON)) return [];
    const score = resultCodeOf(result) % 3;
    const expected = 500_000 * score - (above[at] ?? 0);
    const players = [(sides[at] ?? 0) >>> 16, (sides[at] ?? 0) & 0xffff].map((index) => roster[index] ?? 0);
    if (first === COMMON) return [[players, countsOf([score, expected])]];
    return [[players.toReversed(), countsOf([2 - score, 1_000_000 - expected])]];
  });
}

function signUpsOf(event: Event, countsOf: (own: number, flags: number) => number[]): Row[] {
  const rows: Row[] = [];
  eachPlayer(event, (place, flags, player) => {
    rows.push([[player], countsOf(Number(event.factions[place] === COMMON), flags)]);
  });
  return rows;
}

function unbeatenStartsOf(event: Event): Row[] {
  const rows = signUpsOf(event, (own, flags) => [own * (flags & 1), flags & 1, 1, own]);
  return rows.some(([, [, got]]) => got === 1) ? rows : [];
}
