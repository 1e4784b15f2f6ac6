// Breaks one rule after the other in a copy of the checkout, and runs the tests that should notice it:
// npm run mutations [-- PART OF A RULE OR OF A FILE NAME ...]
// With TEST_DATABASE_URL on PostgreSQL, which is several times as fast as the embedded database.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutation, mutated, testFile } from './mutation.js';
import { openRunner, type Runner } from './runner.js';
import { createScratch } from './scratch.js';
import { MUTATIONS } from './table.js';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const filters = process.argv.slice(2).map((filter) => filter.toLowerCase());
const isChosen = ({ rule, file }: Mutation) =>
  filters.length === 0 || filters.some((filter) => `${rule} ${file}`.toLowerCase().includes(filter));

const chosen = MUTATIONS.filter(isChosen);
for (const mutation of chosen) mutated(readFileSync(join(checkout, mutation.file), 'utf8'), mutation);

const { root, remove } = await createScratch(checkout);
process.on('exit', remove);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

/** Vitest knows who imports a module, but not who reads another file, such as a migration or an operation. */
const needsRestart = ({ file }: Mutation) => !/\.tsx?$/.test(file);
const survivors: string[] = [];
let runner: Runner | null = null;

// Without this, a test that fails anyway would look as if it had noticed everything.
const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))].map(testFile);
runner = await openRunner(root);
const failed = await runner.failures(tests);
if (failed.length > 0) throw new Error(`These fail with every rule in place: ${failed.join(', ')}`);
console.log(`${tests.length} test files pass with every rule in place.`);

for (const [at, mutation] of chosen.entries()) {
  const file = join(root, mutation.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(text, mutation));
  if (needsRestart(mutation)) await restart();
  runner.forget(file);
  const start = performance.now();
  const noticed = await runner.failures(mutation.tests.map(testFile));
  writeFileSync(file, text);
  if (needsRestart(mutation)) await restart();
  runner.forget(file);
  if (noticed.length === 0) survivors.push(mutation.rule);
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  const said = noticed.length > 0 ? `caught by ${noticed.join(', ')}` : 'SURVIVED';
  console.log(`${at + 1}/${chosen.length} ${mutation.rule}: ${said} (${seconds} s)`);
}
await runner.close();

console.log(`${chosen.length - survivors.length} of ${chosen.length} caught`);
for (const rule of survivors) console.log(`survived: ${rule}`);
process.exit(survivors.length > 0 ? 1 : 0);

async function restart(): Promise<void> {
  await runner?.close();
  runner = await openRunner(root);
}
