// npm run bench [-- NAME ...] [--short]: every figure is a ratio against a baseline measured in the same run. Needs a
// PostgreSQL server in BENCH_DATABASE_URL (or TEST_DATABASE_URL); makes databases of its own there and drops them.
import { parseArgs } from 'node:util';
import type { Bench, Figure } from './figure.js';
import { benchImport } from './import.js';
import { benchPaging } from './paging.js';

const benches: Record<string, Bench> = { import: benchImport, paging: benchPaging };

const { values, positionals } = parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' } } });
const server = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
if (!server) {
  console.error('Set BENCH_DATABASE_URL to a PostgreSQL server, such as postgresql://localhost/postgres');
  process.exit(1);
}
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const figures: Figure[] = [];
for (const name of names) {
  const bench = benches[name];
  if (!bench) {
    console.error(`There is no benchmark ${name}; there are ${Object.keys(benches).join(', ')}`);
    process.exit(1);
  }
  console.error(`== ${name}`);
  figures.push(
    ...(await bench({ server, short: values.short ?? false, tell: (message) => console.error(`   ${message}`) })),
  );
}
console.table(figures);
