import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { board } from '../../src/standings/board.js';
import type { BoardRow } from '../../src/standings/board-row.js';
import { bracketPlaces } from '../../src/standings/bracket-place.js';
import type { Competition } from '../../src/standings/competition.js';
import { anyBands, anyCompetition, anyGroups, anyPlacements } from './arbitrary.js';

const BOARDS = ['swiss', 'placement-swiss', 'standings'];
const OWN_FIGURES = [
  'battles',
  'wins',
  'draws',
  'losses',
  'battlePoints',
  'victoryPoints',
  'victoryPointsDiff',
] as const;

const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, check), { numRuns: 200 });

describe('every board', () => {
  test('is a competition ranking (1, 2, 2, 4), with the unranked last', () => {
    holds(anyCompetition, (any) => {
      const matches = any.matches.filter(({ stageId }) => stageId === 'knockout');
      for (const stage of BOARDS) {
        const ranks = ranksOf(board(stage, { ...any, matches }));
        // A player who does not share the rank above has rank - 1 players in front.
        for (const [index, rank] of ranks.entries()) expect([index + 1, ranks[index - 1]]).toContain(rank);
      }
    });
  });

  test('ranks the same whatever order its participants, figures and matches come in', () => {
    const shuffled = anyCompetition.chain((any) =>
      fc.record({
        any: fc.constant(any),
        contenders: inAnyOrder(any.contenders),
        figures: inAnyOrder(any.figures),
        matches: inAnyOrder(any.matches),
      }),
    );
    holds(shuffled, ({ any, ...reordered }) => {
      for (const stage of BOARDS) expect(board(stage, { ...any, ...reordered })).toStrictEqual(board(stage, any));
    });
  });

  test('never places a player below somebody the tie-breakers put behind', () => {
    holds(anyCompetition, (any) => {
      const ranked = board('swiss', any).filter((row) => row.rank !== null);
      for (const [index, row] of ranked.entries()) {
        const below = ranked[index + 1];
        if (!below) continue;
        const decisive = row.rankedBy.findIndex((value, at) => value !== below.rankedBy[at]);
        if (decisive === -1) expect(below.rank).toBe(row.rank);
        else expect(row.rankedBy[decisive]).toBeGreaterThan(below.rankedBy[decisive] ?? 0);
      }
    });
  });
});

describe('group board', () => {
  test('restricted to one group equals the board of that group alone', () => {
    holds(fc.tuple(anyCompetition, anyGroups), ([any, groups]) => {
      const grouped = withGroups(any, groups);
      for (const group of new Set(groups.values())) {
        const members = grouped.contenders.filter((contender) => contender.group === group);
        const alone = board('swiss', { ...grouped, contenders: members, groups: false });
        expect(board('swiss', grouped).filter((row) => row.group === group)).toStrictEqual(
          group === null ? [] : alone.map((row) => ({ ...row, group })),
        );
      }
    });
  });
});

describe('final standings', () => {
  test('contain every participant exactly once, without groups', () => {
    holds(fc.tuple(anyCompetition, anyGroups, anyPlacements), ([any, groups, placements]) => {
      const rows = board('standings', withPlacements(withGroups(any, groups), placements));
      expect(rows.map((row) => row.participantId).sort((a, b) => a - b)).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(rows.every((row) => row.group === null)).toBe(true);
    });
  });

  test('show every final placement as it was recorded, and never go back up in rank', () => {
    holds(fc.tuple(anyCompetition, anyPlacements), ([any, placements]) => {
      const rows = board('standings', withPlacements(any, placements));
      for (const [id, placement] of placements) if (placement !== null) expect(rowOf(rows, id)?.rank).toBe(placement);
      const ranked = rows.flatMap((row) => row.rank ?? []);
      expect(ranked).toStrictEqual(ranked.toSorted((a, b) => a - b));
    });
  });

  test('leave no better place empty for those in no bracket, whatever they share', () => {
    holds(fc.oneof(anyCompetition, anyBands), (any) => {
      const inBrackets = new Set(any.matches.flatMap(({ firstId, secondId }) => [firstId, secondId]));
      const rows = board('standings', any);
      const best = rows.find(({ participantId, rank }) => rank !== null && !inBrackets.has(participantId))?.rank ?? 1;
      expect(ranksOf(rows).filter((rank) => rank < best).length).toBeGreaterThanOrEqual(best - 1);
    });
  });

  test('have the knockout before everything, in its own order', () => {
    holds(fc.oneof(anyCompetition, anyBands), (any) => {
      const placeOf = bracketPlaces(any.matches.filter(({ stageId }) => stageId === 'knockout'));
      const places = board('standings', any).map(({ participantId }) => placeOf.get(participantId) ?? Infinity);
      expect(places).toStrictEqual(places.toSorted((a, b) => (a < b ? -1 : 1)));
    });
  });

  test('have every band inside its range, in the order of its bracket, and the others in Swiss order', () => {
    holds(anyBands, (any) => {
      const rows = board('standings', any).filter(({ rank }) => rank !== null);
      const inBrackets = new Set(any.matches.flatMap(({ firstId, secondId }) => [firstId, secondId]));
      for (const { stageId, winnerId, firstId, secondId } of any.matches) {
        const [winner, loser] = [winnerId, firstId === winnerId ? secondId : firstId].map(
          (id) => rowOf(rows, id ?? 0)?.rank ?? 0,
        );
        const [, from, to] = /^placement-(\d+)-(\d+)$/.exec(stageId)?.map(Number) ?? [0, 1, 4];
        expect(winner).toBeGreaterThanOrEqual(from ?? 0);
        expect(loser).toBeGreaterThan(winner ?? 0);
        expect(loser).toBeLessThanOrEqual(to ?? 0);
      }
      const others = ({ participantId }: BoardRow) => !inBrackets.has(participantId);
      const swiss = board('swiss', any).filter(({ rank }) => rank !== null);
      expect(rows.filter(others).map(({ player }) => player)).toStrictEqual(
        swiss.filter(others).map(({ player }) => player),
      );
    });
  });

  test('total what was given over every stage', () => {
    holds(anyCompetition, (any) => {
      const rows = board('standings', any);
      for (const figure of OWN_FIGURES) expect(sumOf(rows, figure)).toBeCloseTo(sumOf(any.figures, figure), 6);
    });
  });
});

function inAnyOrder<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

function withGroups(any: Competition, groups: ReadonlyMap<number, string | null>): Competition {
  const contenders = any.contenders.map((contender) => ({ ...contender, group: groups.get(contender.id) ?? null }));
  return { ...any, contenders, groups: true };
}

function withPlacements(any: Competition, placements: ReadonlyMap<number, number | null>): Competition {
  const placed = (id: number) => placements.get(id) ?? null;
  return { ...any, contenders: any.contenders.map((one) => ({ ...one, finalPlacement: placed(one.id) })) };
}

/** The ranks of the ranked players; the others must come last. */
function ranksOf(rows: readonly BoardRow[]): number[] {
  const ranks = rows.flatMap(({ rank }) => rank ?? []);
  expect(rows.slice(ranks.length).every(({ rank }) => rank === null)).toBe(true);
  return ranks;
}

function rowOf(rows: readonly BoardRow[], participantId: number): BoardRow | undefined {
  return rows.find((row) => row.participantId === participantId);
}

function sumOf<F extends string>(rows: readonly Record<F, number>[], figure: F): number {
  return rows.reduce((total, row) => total + row[figure], 0);
}
