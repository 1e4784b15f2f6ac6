import { inFile, type Mutation } from './mutation.js';

/** What makes intervals too narrow or too wide. */
export const STATISTICS: Mutation[] = [
  ...inFile('src/statistics/by-event.ts', [
    [
      'players who come again are few draws',
      'recurring > 0n ? between + recurring : between',
      'between',
      'statistics/coverage',
    ],
  ]),
  ...inFile('src/statistics/student-t.ts', [
    ['from 120 degrees of freedom on, 1.98', 'return 1.98', 'return 1.66', 'statistics/student-t'],
  ]),
  ...inFile('src/statistics/wilson.ts', [['95 of 100', 'Z = 1.959964', 'Z = 1.644854', 'statistics/coverage']]),
  ...inFile('src/statistics/moments.ts', [
    [
      'score and size vary together',
      '(const [j, product] of row.entries()) sum',
      '(const [j, product] of row.entries()) if (i === j) sum',
      'statistics/coverage',
    ],
  ]),
  ...inFile('src/statistics/result-recurrence.ts', [
    [
      'a battle has two players',
      'scored(ours) + conceded(theirs), product',
      'scored(ours), product',
      'statistics/coverage',
    ],
    ['what is of one event counts once: battles', 'this.addPairs(ofEvent, from, -1);', '', 'statistics/coverage'],
  ]),
  ...inFile('src/statistics/field-moments.ts', [
    [
      'what is of one event counts once: sign-ups',
      'product - (players.sums[both[i]?.[j] ?? 0] ?? 0n)',
      'product',
      'statistics/coverage',
    ],
  ]),
];
