import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replay } from '../../research/predictions/replay.js';
import { Random } from '../../scripts/demo-world/random.js';
import type { Checkpoint, LedgerRow, PlayedWeek, RatedBattle } from '../../src/ratings/replay.js';

type Battles = RatedBattle<string>[];

const anyBattles: fc.Arbitrary<Battles> = fc
  .array(
    fc.record({
      week: fc.integer({ min: 2900, max: 2960 }),
      first: fc.constantFrom('ann', 'bob', 'cid', 'dan', 'eve', 'fay'),
      second: fc.constantFrom('ann', 'bob', 'cid', 'dan', 'eve', 'fay'),
      score: fc.constantFrom(0, 0.5, 1),
    }),
    { maxLength: 60 },
  )
  .map((battles) => battles.toSorted((a, b) => a.week - b.week));

const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, check), { numRuns: 300 });

/** All rows, by week and player. */
function ledger(battles: Battles, checkpoint?: Checkpoint<string>): LedgerRow<string>[] {
  const key = ({ week, player }: LedgerRow<string>) => `${week} ${player}`;
  return [...replay(battles, checkpoint)].flatMap(({ rows }) => rows).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function checkpointAfter(battles: Battles): Checkpoint<string> {
  return new Map(ledger(battles).map((row) => [row.player, row]));
}

test('a row for each player and week with a battle, and none for other weeks', () => {
  const battles = [
    { week: 2900, first: 'ann', second: 'bob', score: 1 },
    { week: 2900, first: 'ann', second: 'cid', score: 0.5 },
    { week: 2910, first: 'bob', second: 'ann', score: 0 },
  ];
  const words = ({ week, player, battles, value, deviation, volatility, elo }: LedgerRow<string>) =>
    `${week} ${player}, ${battles} played: ${value} ± ${deviation}, ${volatility}, Elo ${elo}`;
  expect(ledger(battles).map(words)).toStrictEqual([
    '2900 ann, 2 played: 1566.137 ± 164.9741, 0.05999515, Elo 1515.2637',
    '2900 bob, 1 played: 1421.1983 ± 180.0783, 0.05999916, Elo 1484',
    '2900 cid, 1 played: 1500 ± 180.0783, 0.05999562, Elo 1500.7363',
    '2910 ann, 1 played: 1606.0582 ± 156.5772, 0.05999264, Elo 1529.8278',
    '2910 bob, 1 played: 1374.8451 ± 167.8632, 0.05999656, Elo 1469.4359',
  ]);
});

test('the order of battles inside a week, and of the players of a battle, does not matter to the last bit', () => {
  const ratings = (all: Battles) => ledger(all).map(({ elo, ...row }) => row);
  holds(fc.tuple(anyBattles, fc.string()), ([battles, seed]) => {
    const random = new Random(seed);
    const mixed = battles
      .map((battle) => ({ battle: random.chance(0.5) ? battle : turned(battle), place: random.next() }))
      .sort((a, b) => a.battle.week - b.battle.week || a.place - b.place)
      .map(({ battle }) => battle);
    expect(ratings(mixed)).toStrictEqual(ratings(battles));
  });
});

test('battles among others change nothing', () => {
  holds(fc.tuple(anyBattles, anyBattles), ([battles, others]) => {
    const elsewhere = others.map((battle) => ({ ...battle, first: `x${battle.first}`, second: `x${battle.second}` }));
    const together = [...battles, ...elsewhere].sort((a, b) => a.week - b.week);
    const own = ledger(together).filter(({ player }) => !player.startsWith('x'));
    expect(own).toStrictEqual(ledger(battles));
  });
});

test('other names for the players change the names alone', () => {
  const renamed = new Map([...'abcdef'].map((letter, index) => [letter, 'fdbeca'[index] ?? '']));
  const named = (player: string) => `${renamed.get(player[0] ?? '')}${player.slice(1)}`;
  holds(anyBattles, (battles) => {
    const others = ledger(battles.map((each) => ({ ...each, first: named(each.first), second: named(each.second) })));
    const back = ledger(battles).map((row) => ({ ...row, player: named(row.player) }));
    expect(new Set(others.map((row) => JSON.stringify(row)))).toStrictEqual(
      new Set(back.map((row) => JSON.stringify(row))),
    );
  });
});

test('from any checkpoint on, the ledger is the same to the last bit as from the start', () => {
  holds(fc.tuple(anyBattles, fc.integer({ min: 2899, max: 2960 })), ([battles, end]) => {
    const checkpoint = checkpointAfter(battles.filter(({ week }) => week <= end));
    const later = battles.filter(({ week }) => week > end);
    expect(ledger(later, checkpoint)).toStrictEqual(ledger(battles).filter(({ week }) => week > end));
  });
});

test('the last rows are the checkpoint for what comes next', () => {
  const battles = [{ week: 2900, first: 'ann', second: 'bob', score: 1 }];
  const weeks = replay(battles);
  const { rows } = weeks.next().value as PlayedWeek<RatedBattle<string>>;
  expect(weeks.next()).toStrictEqual({ done: true, value: new Map(rows.map((row) => [row.player, row])) });
});

test('a battle against oneself says nothing', () => {
  expect(ledger([{ week: 2900, first: 'ann', second: 'ann', score: 1 }])).toStrictEqual([]);
});

test('battles that are not in the order of weeks are refused', () => {
  const battles = [2901, 2900].map((week) => ({ week, first: 'ann', second: 'bob', score: 1 }));
  expect(() => ledger(battles)).toThrow('a battle of week 2900 comes after week 2901');
});

function turned({ week, first, second, score }: RatedBattle<string>): RatedBattle<string> {
  return { week, first: second, second: first, score: 1 - score };
}
