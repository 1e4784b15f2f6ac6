import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RULES } from '../../scripts/mutations/rules.js';
import { mutate } from '../../scripts/mutations/symbol.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

test.each(Object.keys(RULES))('%s exists, and the code of each of its rules is found and can be broken', (name) => {
  const ends = ['.test.ts', '.db.test.ts'];
  expect(ends.some((end) => existsSync(`${root}test/${name}${end}`))).toBe(true);
  for (const [, symbol, change] of RULES[name] ?? []) {
    const { before, after } = mutate(root, symbol, change);
    expect(after).not.toBe(before);
  }
});
