// Breaks one rule of the specification after the other in a copy of the checkout, and runs the tests that show it:
// npm run mutations [-- PART OF A RULE, A SYMBOL OR A TEST ...]
// With TEST_DATABASE_URL on PostgreSQL, which is several times as fast as the embedded database.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RULES } from './rules.js';
import { openRunner } from './runner.js';
import { createScratch } from './scratch.js';
import { mutate } from './symbol.js';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const filters = process.argv.slice(2).map((filter) => filter.toLowerCase());
const mutations = Object.entries(RULES)
  .flatMap(([test, rules]) => rules.map(([rule, symbol, change]) => ({ test, rule, symbol, change })))
  .filter(({ test, rule, symbol }) => {
    const all = `${test} ${rule} ${symbol}`.toLowerCase();
    return filters.length === 0 || filters.some((filter) => all.includes(filter));
  });

const { root, remove } = createScratch(checkout);
process.on('exit', remove);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
const runner = await openRunner(root);

// Without this, a test that fails anyway would look as if it had noticed everything.
const failing = await runner.failing([...new Set(mutations.map(({ test }) => test))]);
if (failing.length > 0) throw new Error(`These fail with every rule in place: ${failing.join(', ')}`);

const survivors: string[] = [];
for (const [at, { test, rule, symbol, change }] of mutations.entries()) {
  const { file, before, after } = mutate(root, symbol, change);
  const start = performance.now();
  write(file, after);
  const isCaught = (await runner.failing([test])).length > 0;
  write(file, before);
  if (!isCaught) survivors.push(`${test}: ${rule} (${symbol})`);
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  console.log(`${at + 1}/${mutations.length} ${test}: ${rule}: ${isCaught ? 'caught' : 'SURVIVED'} (${seconds} s)`);
}
await runner.close();

console.log(
  [`${mutations.length - survivors.length} of ${mutations.length} caught`, ...survivors].join('\n  survived: '),
);
process.exit(survivors.length > 0 ? 1 : 0);

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
  runner.forget(join(root, file));
}
