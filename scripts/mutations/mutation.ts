import { existsSync } from 'node:fs';

/** A rule of the code that is broken on purpose, and the tests that must notice it. */
export type Mutation = {
  /** The rule, in the words of docs/decisions.md or of the specification. */
  rule: string;
  /** A file of src or prisma, from the root of the project. */
  file: string;
  /** A text that occurs exactly once in the file, and what it becomes. */
  from: string;
  to: string;
  /** As in docs/decisions.md: `rest/http.db` stands for `test/rest/http.db.test.ts`. */
  tests: readonly string[];
};

/** The text of the file with the rule broken. */
export function mutated(text: string, { rule, file, from, to }: Mutation): string {
  const found = text.split(from).length - 1;
  if (found !== 1) throw new Error(`"${rule}" no longer applies: ${file} has its text ${found} times`);
  return text.replace(from, () => to);
}

export function testFile(test: string): string {
  const inPackage = test.replace(/^([\w-]+)\/(.+)$/, 'packages/$1/test/$2.test.ts');
  return existsSync(inPackage) ? inPackage : `test/${test}.test.ts`;
}

/** A row: the rule, the text, what it becomes, and the tests, separated by blanks. */
type Row = readonly [rule: string, from: string, to: string, tests: string];

export const inFile = (file: string, rows: readonly Row[]): Mutation[] =>
  rows.map(([rule, from, to, tests]) => ({ rule, file, from, to, tests: tests.split(' ') }));
