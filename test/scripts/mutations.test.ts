import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutated, testFile } from '../../scripts/mutations/mutation.js';
import { MUTATIONS } from '../../scripts/mutations/table.js';

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

test.each(MUTATIONS)('the mutation of "$rule" applies, and its tests exist', (mutation) => {
  const text = readFileSync(at(mutation.file), 'utf8');
  expect(mutated(text, mutation)).not.toBe(text);
  expect(mutation.tests.filter((each) => !existsSync(at(testFile(each))))).toStrictEqual([]);
});

test('no rule is named twice', () => {
  expect(new Set(MUTATIONS.map(({ rule }) => rule)).size).toBe(MUTATIONS.length);
});
