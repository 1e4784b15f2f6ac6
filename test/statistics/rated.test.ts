import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aboveExpectation } from '../../src/statistics/above-expectation.js';
import { BattlesByPlayer } from '../../src/statistics/by-player.js';
import { Expectations } from '../../src/statistics/expectations.js';
import { Matrix } from '../../src/statistics/matrix.js';
import { rateOf } from '../../src/statistics/proportion.js';
import { packRating, withinRatings } from '../../src/statistics/rated.js';
import { Records } from '../../src/statistics/records.js';
import { toEnd } from '../support/to-end.js';
import { count, createCounts, recurrenceOf } from './counts.js';
import { momentsOf } from './moments-of.js';

/** With four decimals, as ratings have, and often a whole number. */
const anyRating = fc
  .tuple(fc.integer({ min: 1400, max: 1599 }), fc.constantFrom(0, 0, 0.0001, 0.5, 0.9999))
  .map(([points, decimals]) => points + decimals);
const battle = fc.record({
  factions: fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
  role: fc.integer({ min: 0, max: 2 }),
  score: fc.integer({ min: 0, max: 2 }),
  expected: fc.integer({ min: 0, max: 1_000_000 }),
  values: fc.tuple(anyRating, anyRating),
  players: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 9 })),
});
const events = fc.array(fc.array(battle, { maxLength: 12 }), { maxLength: 6 });
const bounds = fc.record({ from: fc.integer({ min: 1400, max: 1500 }), to: fc.integer({ min: 1500, max: 1600 }) });

const packed = (battles: readonly (typeof battle extends fc.Arbitrary<infer Of> ? Of : never)[]) => ({
  month: null,
  battles: Int32Array.from(
    battles.flatMap(({ factions, role, score, expected, values: [one, other], players }) => [
      ...factions,
      (role * 3 + score) * 2 ** 20 + expected,
      packRating(one) * 2 ** 16 + packRating(other),
      ...players,
    ]),
  ),
});

test('those battles count in which both players had such a rating, each for both sides', () => {
  fc.assert(
    fc.property(events, bounds, (all, { from, to }) => {
      const within = all.map((battles) =>
        battles.filter(
          ({ values, factions: [one, other] }) =>
            values.every((value) => value >= from && value <= to) && one !== other,
        ),
      );
      const rated = all.map((battles) => withinRatings(packed(battles), { from, to }));
      const [records, matrix] = [new Records('HALF'), new Matrix('HALF')];
      for (const event of rated) {
        records.add(event);
        matrix.add(event);
      }
      const [ofFactions, ofPairs] = [new Expectations('factions'), new Expectations('pairs')];
      for (const expectations of [ofFactions, ofPairs]) {
        for (const event of rated) expectations.add(event);
        toEnd(expectations.addPlayers(toEnd(BattlesByPlayer.of(rated))));
      }
      const expectedOf = (isOwn: (own: number, met: number) => boolean) => {
        const counts = createCounts(within.length, 3);
        for (const [event, battles] of within.entries()) {
          for (const { factions, players, score, expected } of battles) {
            const row = [score, expected, 1];
            const turned = [2 - score, 1_000_000 - expected, 1];
            if (isOwn(...factions)) count(counts, event, row, ...players);
            if (isOwn(factions[1], factions[0])) count(counts, event, turned, players[1], players[0]);
          }
        }
        return aboveExpectation({ ...momentsOf(3, counts.events), players: recurrenceOf(counts, 3) });
      };
      for (const faction of [1, 2, 3, 4]) {
        const sides = within.map((battles) =>
          battles.flatMap(({ factions, role, score }) => {
            const at = factions.indexOf(faction);
            if (at < 0) return [];
            return [at === 0 ? { role, score } : { role: role && 3 - role, score: 2 - score }];
          }),
        );
        const counted = sides.map((event) => [event.reduce((sum, { score }) => sum + score, 0), event.length]);
        expect(records.winRate(faction)).toStrictEqual(rateOf(momentsOf(2, counted)));
        if (sides.flat().length > 0) {
          expect(ofFactions.ofFaction(faction)).toStrictEqual(expectedOf((own) => own === faction));
        }
        for (const { factions } of within.flat().filter(({ factions: [first] }) => first === faction)) {
          const [one, other] = factions;
          const isPair = (own: number, met: number) => own === one && met === other;
          expect(ofPairs.ofPair(one, other)).toStrictEqual(expectedOf(isPair));
          const met = within.flat().filter(({ factions: [a, b] }) => isPair(a, b) || isPair(b, a));
          expect(matrix.battlesBetween(one, other)).toBe(met.length);
          expect(matrix.winRate(one, other, 'any').n).toBe(met.length);
        }
        const attacks = sides.map((event) => event.filter(({ role }) => role === 1));
        expect(records.winRate(faction, 'attacker').n).toBe(attacks.flat().length);
      }
    }),
  );
});

test('sums are exact, however large the counts', () => {
  const counts = fc.array(fc.tuple(fc.nat(2 ** 31), fc.nat(2 ** 26)), { maxLength: 30 });
  fc.assert(
    fc.property(counts, (all) => {
      const { sums, products } = momentsOf(2, all);
      const sumOf = (of: (row: [bigint, bigint]) => bigint) =>
        all.reduce((sum, [one, other]) => sum + of([BigInt(one), BigInt(other)]), 0n);
      expect(sums).toStrictEqual([sumOf(([one]) => one), sumOf(([, other]) => other)]);
      expect(products[0]).toStrictEqual([sumOf(([one]) => one * one), sumOf(([one, other]) => one * other)]);
    }),
  );
});
