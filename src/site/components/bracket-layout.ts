// Layout of a bracket: a tree in which each match is centred between the two that feed it. Rows and columns become CSS
// classes, because the content security policy forbids inline styles.
import { range } from 'd3-array';
import { getOrMake } from '../../helpers/get-or-make.js';
import type { MatchEntryFragment } from '../operations.generated.js';

export type Placed = {
  match: MatchEntryFragment;
  /** First row of the match, counted from 1, then its number of rows; null when it is not drawn as a tree. */
  at: number | null;
  span: number;
  /** Direction of the line to the next match; null when the match feeds none. */
  line: 'down' | 'up' | 'straight' | null;
  /** True when another match feeds this one. */
  fed: boolean;
};
export type Round = { name: string; number: number; placed: Placed[] };
export type Layout = { rounds: Round[]; rows: number | null };

/** Enough for a bracket of 64: 32 first-round matches, plus placement matches. */
const ROWS_MAX = 40;

type Key = string;
const keyOf = ({ roundNumber, table }: { roundNumber: number; table: number }): Key => `${roundNumber}:${table}`;

export function layOut(matches: readonly MatchEntryFragment[]): Layout {
  const numbers = [...new Set(matches.map(({ roundNumber }) => roundNumber))].sort((a, b) => a - b);
  const columnOf = (match: MatchEntryFragment) => numbers.indexOf(match.roundNumber);
  const feedersOf = new Map<Key, MatchEntryFragment[]>();
  for (const match of matches) {
    if (match.feeds) getOrMake(feedersOf, keyOf(match.feeds), () => []).push(match);
  }
  const places = new Map<MatchEntryFragment, { at: number; span: number; line: Placed['line'] }>();

  /** Gives `size` rows from `at` on to the match and to those that feed it. */
  function place(match: MatchEntryFragment, at: number, size: number, line: Placed['line']): void {
    places.set(match, { at, span: size, line });
    const feeders = feedersOf.get(keyOf(match)) ?? [];
    const half = Math.max(1, size / 2);
    for (const [index, feeder] of feeders.entries()) {
      const lower = feeders.length > 1 ? index > 0 : isSecond(feeder, match);
      place(feeder, lower ? at + half : at, half, size === 1 ? 'straight' : lower ? 'up' : 'down');
    }
  }

  // Matches that feed no other: the final first, then placement matches.
  const roots = matches
    .filter(({ feeds }) => feeds === null)
    .toSorted((a, b) => columnOf(b) - columnOf(a) || a.table - b.table);
  let next = 1;
  for (const root of roots) {
    const size = feedersOf.has(keyOf(root)) ? 2 ** depthBelow(root, feedersOf) : 1;
    place(root, next, size, null);
    next += size;
  }
  const rows = next - 1;
  const isTree = rows <= ROWS_MAX && matches.some(({ feeds }) => feeds !== null);
  return {
    rows: isTree ? rows : null,
    rounds: numbers.map((number) => {
      const ofRound = matches.filter(({ roundNumber }) => roundNumber === number);
      const names = [...new Set(ofRound.map(({ round }) => round))];
      const placed = ofRound.map((match) => {
        const { at, span, line } = places.get(match) ?? { at: 0, span: 1, line: null };
        return { match, at: isTree ? at : null, span, line, fed: feedersOf.has(keyOf(match)) };
      });
      return { name: names.join(', '), number, placed: placed.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)) };
    }),
  };
}

/** Number of rounds that lead to a match. */
function depthBelow(match: MatchEntryFragment, feedersOf: ReadonlyMap<Key, MatchEntryFragment[]>): number {
  const feeders = feedersOf.get(keyOf(match)) ?? [];
  if (feeders.length === 0) return 0;
  return 1 + Math.max(...feeders.map((feeder) => depthBelow(feeder, feedersOf)));
}

/** True if the winner of the only match that feeds this one is listed second, because the other player had a bye. */
function isSecond({ winner, table }: MatchEntryFragment, { players }: MatchEntryFragment): boolean {
  const [first, second] = players;
  if (!winner || !first || !second) return table % 2 === 0;
  return !isSamePlayer(first, winner) && isSamePlayer(second, winner);
}

type Named = { name: string; playerId: string | null };

/** Within a match, or the battle of one: not every player has an id. */
export const isSamePlayer = (one: Named, other: Named): boolean =>
  one.name === other.name && one.playerId === other.playerId;

/**
 * The position of the winner in a match, -1 while there is none. Players without an id may have the same name, as
 * removed players do: nothing that is shown tells them apart, so the first is shown as the winner.
 */
export const placeOfWinner = (players: readonly Named[], winner: Named | null): number =>
  winner === null ? -1 : players.findIndex((player) => isSamePlayer(player, winner));

/** Style sheet rules for the classes that place matches. */
export function treeRules(): string {
  const rules = range(1, ROWS_MAX + 1).flatMap((n) => [`.rows-${n}{--rows:${n}}`, `.at-${n}{--at:${n}}`]);
  const spans = [1, 2, 4, 8, 16, 32].map((n) => `.span-${n}{--span:${n}}`);
  return [...rules, ...spans].join('');
}
