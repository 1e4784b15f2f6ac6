import { describe, expect, test } from 'vitest';
import { bracket } from '../../src/standings/bracket.js';
import { feeds } from '../../src/standings/feeds.js';
import { competition } from './notation.js';

/** Each feed as `round.table -> round.table`. */
function feedsOf(players: string, matches: string[]): string[] {
  const { matches: stored, contenders } = competition({ players, matches: { knockout: matches } });
  const placeOf = ({ roundNumber, table }: { roundNumber: number; table: number }) => `${roundNumber}.${table}`;
  return [...feeds(bracket('knockout', stored, contenders))].map(([from, to]) => `${placeOf(from)} -> ${placeOf(to)}`);
}

describe('the match that a match leads to', () => {
  test('is the one of the next round that the winner is in, whatever the tables say', () => {
    const matches = ['1 Semi 1: a beats b', '1 Semi 2: c beats d', '1 Semi 3: e beats f', '1 Semi 4: g beats h'];
    expect(feedsOf('a b c d e f g h', [...matches, '2 Final 1: a meets g', '2 Final 2: c meets e'])).toStrictEqual([
      '1.1 -> 2.1',
      '1.2 -> 2.2',
      '1.3 -> 2.2',
      '1.4 -> 2.1',
    ]);
  });

  test('is told by the order of tables while nobody is in it, with twice as many before', () => {
    const matches = [
      '1 Quarter 1: a beats b',
      '1 Quarter 2: c meets d',
      '1 Quarter 5: e meets f',
      '1 Quarter 7: g meets h',
    ];
    expect(
      feedsOf('a b c d e f g h', [...matches, '2 Semi 1: waiting', '2 Semi 2: waiting', '3 Final 1: waiting']),
    ).toStrictEqual(['1.1 -> 2.1', '1.2 -> 2.1', '1.5 -> 2.2', '1.7 -> 2.2', '2.1 -> 3.1', '2.2 -> 3.1']);
  });

  test('is not the one for third place, which the losers are in', () => {
    const semis = ['1 Semi 1: a beats b', '1 Semi 2: c beats d'];
    expect(feedsOf('a b c d', [...semis, '2 Third 1: b meets d', '2 Final 2: a meets c'])).toStrictEqual([
      '1.1 -> 2.2',
      '1.2 -> 2.2',
    ]);
  });

  test('cannot be told while a final and a match for third place both wait', () => {
    const semis = ['1 Semi 1: a meets b', '1 Semi 2: c meets d'];
    expect(feedsOf('a b c d', [...semis, '2 Final 1: waiting', '2 Third 2: waiting'])).toStrictEqual([]);
  });

  test('is known where others have byes, once the winner is in it', () => {
    // With five players there is one match before the semi-finals.
    const matches = ['1 First 1: d beats e', '2 Semi 1: a beats d', '2 Semi 2: b beats c', '3 Final 1: a meets b'];
    expect(feedsOf('a b c d e', matches)).toStrictEqual(['1.1 -> 2.1', '2.1 -> 3.1', '2.2 -> 3.1']);
  });

  test('is not a match that others have been drawn for', () => {
    expect(feedsOf('a b c d', ['1 Semi 1: a meets b', '1 Semi 2: c meets d', '2 Final 1: b meets d'])).toStrictEqual(
      [],
    );
  });
});
