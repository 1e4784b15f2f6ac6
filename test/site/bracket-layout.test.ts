// The positions of matches in brackets of every size: no two in one place, and each between the matches that lead to
// it.
import { describe, expect, test } from 'vitest';
import { layOut } from '../../src/site/components/bracket-layout.js';
import type { MatchEntryFragment } from '../../src/site/operations.generated.js';

const player = (seed: number) => ({ name: `P${seed}`, playerId: `p-${seed}`, participant: null });

/** A knockout of this many players in which the best seeds have byes and the better seed always wins. */
function knockoutOf(players: number): MatchEntryFragment[] {
  const size = 2 ** Math.ceil(Math.log2(players));
  let order = [1];
  while (order.length < size) order = order.flatMap((seed) => [seed, order.length * 2 + 1 - seed]);
  let slots = order.map((seed) => (seed <= players ? seed : null));
  const matches: MatchEntryFragment[] = [];
  for (let roundNumber = 1; slots.length > 1; roundNumber += 1) {
    const next: (number | null)[] = [];
    for (let at = 0; at < slots.length; at += 2) {
      const [one = null, other = null] = [slots[at], slots[at + 1]];
      const winner = one === null ? other : other === null ? one : Math.min(one, other);
      if (one !== null && other !== null && winner !== null) {
        const isLast = slots.length === 2;
        matches.push({
          round: `Round ${roundNumber}`,
          roundNumber,
          table: at / 2 + 1,
          players: [player(one), player(other)],
          winner: player(winner),
          feeds: isLast ? null : { roundNumber: roundNumber + 1, table: Math.floor(at / 4) + 1 },
          battleId: null,
          battle: null,
        });
      }
      next.push(winner);
    }
    slots = next;
  }
  return matches;
}

const cellsOf = (matches: MatchEntryFragment[]) =>
  layOut(matches).rounds.flatMap(({ number, placed }) =>
    placed.flatMap(({ at, span }) => Array.from({ length: span }, (_, row) => `${number}:${(at ?? 0) + row}`)),
  );

describe.each([3, 5, 6, 7, 8, 11, 13, 16, 33, 64])('a bracket of %i', (players) => {
  const matches = knockoutOf(players);
  const { rounds, rows } = layOut(matches);

  test('has every match once, and no two in one place', () => {
    expect(rounds.flatMap(({ placed }) => placed).length).toBe(players - 1);
    const cells = cellsOf(matches);
    expect(new Set(cells).size).toBe(cells.length);
    expect(rows).toBe(2 ** (Math.ceil(Math.log2(players)) - 1));
  });

  test('has each match in the half of the one it leads to, in the order of its players', () => {
    const placed = new Map(
      rounds.flatMap((round) => round.placed.map((each) => [`${round.number}:${each.match.table}`, each])),
    );
    for (const { match, at, span, line } of placed.values()) {
      const target = match.feeds && placed.get(`${match.feeds.roundNumber}:${match.feeds.table}`);
      if (!target) continue;
      expect(target.span).toBe(2 * span);
      const upper = match.winner?.name === target.match.players[0]?.name;
      expect([at, line]).toStrictEqual([(target.at ?? 0) + (upper ? 0 : span), upper ? 'down' : 'up']);
    }
  });
});

test('a match for third place stands below the tree, without a line', () => {
  const semis = knockoutOf(4);
  const third: MatchEntryFragment = {
    ...(semis.at(-1) as MatchEntryFragment),
    round: 'Third place',
    table: 2,
    players: [],
    winner: null,
  };
  const { rounds, rows } = layOut([...semis, third]);
  expect(rows).toBe(3);
  expect(rounds[1]?.placed.map(({ at, span, line, fed }) => ({ at, span, line, fed }))).toStrictEqual([
    { at: 1, span: 2, line: null, fed: true },
    { at: 3, span: 1, line: null, fed: false },
  ]);
});

test('what nothing is known of is drawn as lists', () => {
  const unknown = knockoutOf(8).map((match) => ({ ...match, feeds: null }));
  expect(layOut(unknown).rows).toBeNull();
});

test('a bracket that is too large for a tree is drawn as lists', () => {
  expect(layOut(knockoutOf(128)).rows).toBeNull();
});
