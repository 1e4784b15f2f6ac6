import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BattlesByPlayer } from '../../src/statistics/by-player.js';
import { type Event, packResult } from '../../src/statistics/event.js';
import { Field } from '../../src/statistics/field.js';
import { Matrix } from '../../src/statistics/matrix.js';
import { overField } from '../../src/statistics/over-field.js';
import { rateOf, shareOf } from '../../src/statistics/proportion.js';
import { Records } from '../../src/statistics/records.js';
import type { Draws } from '../../src/statistics/score.js';
import { toEnd } from '../support/to-end.js';
import { type Counts, count, createCounts, recurrenceOf } from './counts.js';
import { momentsOf } from './moments-of.js';

type Battle = { factions: [number, number]; players: [number, number]; role: number; score: number };
const FACTIONS = [1, 2, 3];

const anyBattle: fc.Arbitrary<Battle> = fc.record({
  factions: fc.tuple(fc.constantFrom(...FACTIONS), fc.constantFrom(...FACTIONS)),
  players: fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })),
  role: fc.nat(2),
  score: fc.nat(2),
});
const anyEvents = fc.array(fc.array(anyBattle, { maxLength: 10 }), { maxLength: 6 });
const anyDraws = fc.constantFrom<Draws[]>('HALF', 'ZERO', 'OMIT');

/** Places are in the order of ids, and results are sorted, as the database keeps them. */
function packed(battles: Battle[]): Event {
  const roster = [...new Set(battles.flatMap(({ players }) => players))];
  const coded = battles
    .map(({ factions: [first, second], players, role, score }) => {
      const [one, other] = players.map((player) => roster.indexOf(player)) as [number, number];
      return first <= second
        ? [packResult(first - 1, second - 1, 3 * role + score), (one << 16) | other]
        : [packResult(second - 1, first - 1, 3 * (role && 3 - role) + 2 - score), (other << 16) | one];
    })
    .sort(([one = 0], [other = 0]) => one - other);
  return {
    month: null,
    factions: FACTIONS,
    players: 0,
    results: Int32Array.from(coded, ([code = 0]) => code),
    roster: Int32Array.from(roster),
    sides: Int32Array.from(coded, ([, sides = 0]) => sides),
    field: new Int32Array(),
  };
}

const ROLES = { any: null, attacker: 1, defender: 2 } as const;

/** The estimate from the battles one by one, seen from the side of a faction. */
function expectedRate(
  events: Battle[][],
  draws: Draws,
  isMeant: (own: number, met: number) => boolean,
  role: number | null,
) {
  const counts = createCounts(events.length, 2);
  for (const [event, battles] of events.entries()) {
    for (const { factions, players: who, role: ofFirst, score } of battles) {
      for (const at of [0, 1] as const) {
        const [own, ownRole] = at === 0 ? [score, ofFirst] : [2 - score, ofFirst && 3 - ofFirst];
        const met = at === 0 ? 1 : 0;
        if (!isMeant(factions[at], factions[met]) || (role !== null && ownRole !== role)) continue;
        if (own === 1 && draws === 'OMIT') continue;
        count(counts, event, [own === 1 && draws === 'ZERO' ? 0 : own, 1], who[at], who[met]);
      }
    }
  }
  return rateOf({ ...momentsOf(2, counts.events), players: recurrenceOf(counts) });
}

test('the win rates of factions and of pairs have the intervals that their battles give one by one', () => {
  fc.assert(
    fc.property(anyEvents, anyDraws, (events, draws) => {
      const all = events.map(packed);
      const [records, matrix] = [new Records(draws), new Matrix(draws)];
      for (const event of all) {
        records.add(event);
        matrix.add(event);
      }
      const battles = toEnd(BattlesByPlayer.of(all));
      toEnd(records.addPlayers(battles));
      toEnd(matrix.addPlayers(battles));
      const met = new Set(events.flat().map(({ factions }) => [...factions].sort().join()));
      expect(matrix.pairs.map(String).sort()).toStrictEqual([...met].sort());
      for (const [role, number] of Object.entries(ROLES) as [keyof typeof ROLES, number | null][]) {
        for (const one of FACTIONS) {
          const isOwn = (own: number, met: number) => own === one && met !== one;
          const rate = records.winRate(one, role);
          const expected = expectedRate(events, draws, isOwn, number);
          expect(rate).toStrictEqual(expected);
          for (const other of FACTIONS.filter((each) => each !== one)) {
            const isPair = (own: number, met: number) => own === one && met === other;
            expect(matrix.winRate(one, other, role)).toStrictEqual(expectedRate(events, draws, isPair, number));
          }
        }
      }
    }),
  );
});

const anySignUp = fc.record({
  faction: fc.nat(2),
  flags: fc.nat(7),
  player: fc.integer({ min: -3, max: 3 }),
});

test('shares, unbeaten starts and top places have the intervals that their players give one by one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(anySignUp, { selector: ({ player }) => player }), { maxLength: 6 }),
      (events) => {
        const field = new Field();
        for (const signUps of events) {
          const codes = signUps.flatMap(({ faction, flags, player }) => [faction * 8 + flags, player]);
          field.add({ ...packed([]), field: Int32Array.from(codes) });
        }
        toEnd(field.addPlayers());
        for (const [place, faction] of FACTIONS.entries()) {
          const share = createCounts(events.length, 2);
          const over = { unbeatenStart: createCounts(events.length, 4), topPlace: createCounts(events.length, 4) };
          for (const [event, signUps] of events.entries()) {
            for (const { player, ...signUp } of signUps) {
              const own = Number(signUp.faction === place);
              count(share, event, [own, 1], player);
              for (const [kind, flag] of [['unbeatenStart', 1] as const, ['topPlace', 2] as const]) {
                if (!signUps.some(({ flags }) => flags & flag)) continue;
                const got = Number((signUp.flags & flag) > 0);
                count(over[kind], event, [got * own, got, 1, own], player);
              }
            }
          }
          const of = (counts: Counts, width: number) => ({
            ...momentsOf(width, counts.events),
            players: recurrenceOf(counts, width),
          });
          expect(field.share(faction)).toStrictEqual(shareOf(of(share, 2)));
          for (const kind of ['unbeatenStart', 'topPlace'] as const) {
            expect(field.overField(faction, kind)).toStrictEqual(overField(of(over[kind], 4)));
          }
        }
      },
    ),
  );
});

describe('the interval by player', () => {
  /** Events of one battle for each pair of players: the player of faction 1, the opponent, the score. */
  const rateOfFirst = (...events: [player: number, opponent: number, score: number][][]) =>
    expectedRate(
      events.map((battles) =>
        battles.map(([player, opponent, score]) => ({ factions: [1, 2], players: [player, opponent], role: 0, score })),
      ),
      'HALF',
      (own) => own === 1,
      null,
    );

  test('is that by event where nobody comes again', () => {
    // Two new players in each event, with these scores.
    const scores = [2, 0, 2, 2, 0, 0, 2, 1];
    const battles = scores.map((score, at): [number, number, number] => [at, 10 + at, score]);
    const { byEvent, byPlayer } = rateOfFirst(...[0, 2, 4, 6].map((at) => battles.slice(at, at + 2)));
    expect(byPlayer).toStrictEqual(byEvent);
  });

  test('is wider where the same players win each time, and all where there is but one player', () => {
    const season = (players: number) =>
      rateOfFirst(
        ...[0, 1, 2, 3, 4].map((event) =>
          Array.from({ length: 12 }, (_, at): [number, number, number] => {
            const player = at % players;
            return [player, 100 + event * 12 + at, player % 2 === 0 ? 2 : 0];
          }),
        ),
      );
    const { byEvent, byPlayer, interval, reliable } = season(6);
    // Every event ends alike, so that events alone seem to leave no doubt.
    expect(byEvent).toStrictEqual({ low: 0.5, high: 0.5 });
    expect(byPlayer?.low).toBeLessThan(0.1);
    expect([interval, reliable]).toStrictEqual([byPlayer, false]);
    expect(season(1)).toMatchObject({ value: 1, byPlayer: { low: 0, high: 1 }, reliable: false });
  });

  test('needs three events, as that by event does', () => {
    expect(rateOfFirst([[1, 11, 2]], [[2, 12, 0]]).byPlayer).toBeNull();
  });
});
