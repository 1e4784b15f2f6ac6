// npm run bench [-- NAME ...] [--short] [--guard]: every figure is a ratio against a baseline measured in the same
// run. Needs a PostgreSQL server in BENCH_DATABASE_URL (or TEST_DATABASE_URL), where it creates and drops its own
// databases. --guard compares with the latest release, and fails if an answer takes a tenth more.
import { parseArgs } from 'node:util';
import { benchAnswers } from './answers.js';
import { dropTemplates } from './database.js';
import { benchFair } from './fair.js';
import { benchFeed } from './feed.js';
import type { Bench } from './figure.js';
import { benchFilters } from './filters.js';
import { benchGuard, SLOWER_MAX } from './guard.js';
import { benchHall } from './hall.js';
import { benchImport } from './import.js';
import { benchLive } from './live.js';
import { benchMemory } from './memory.js';
import { benchOverload } from './overload.js';
import { benchPage } from './page.js';
import { benchPaging } from './paging.js';
import { benchPeers } from './peers.js';
import { benchRatings } from './ratings.js';
import { keepResults, type Results } from './results.js';
import { benchSearch } from './search.js';
import { benchSite } from './site.js';
import { benchSize } from './size.js';
import { benchStatistics } from './statistics.js';

const benches: Record<string, Bench> = {
  answers: benchAnswers,
  page: benchPage,
  site: benchSite,
  size: benchSize,
  paging: benchPaging,
  search: benchSearch,
  filters: benchFilters,
  statistics: benchStatistics,
  ratings: benchRatings,
  memory: benchMemory,
  live: benchLive,
  overload: benchOverload,
  hall: benchHall,
  fair: benchFair,
  import: benchImport,
  feed: benchFeed,
  peers: benchPeers,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, guard: { type: 'boolean' } },
});
const short = values.short ?? false;
const server = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;
const unknown = positionals.find((name) => !(name in benches));
if (!server || unknown !== undefined) {
  console.error(
    unknown === undefined
      ? 'Set BENCH_DATABASE_URL to a PostgreSQL server, such as postgresql://localhost/postgres'
      : `There is no benchmark ${unknown}; there are ${Object.keys(benches).join(', ')}`,
  );
  process.exit(1);
}
const say = (message: string) => console.error(`   ${message}`);
if (values.guard) {
  console.error('== guard');
  const figures = await benchGuard({ server, short, report: say });
  console.table(figures);
  const slower = figures.filter(({ ratio }) => ratio > SLOWER_MAX).map(({ what }) => what);
  if (slower.length > 0)
    console.error(`${short ? 'Perhaps slower' : 'Slower'} than the latest release: ${slower.join(', ')}`);
  process.exit(slower.length > 0 && !short ? 1 : 0);
}
const chosen = Object.entries(benches).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const results: Results = new Map();
try {
  for (const [name, bench] of chosen) {
    console.error(`== ${name}`);
    results.set(name, await bench({ server, short, report: say }));
    // Written after each benchmark, so that no results are lost if a later one fails.
    if (!short) await keepResults(results, Object.keys(benches), server);
  }
} finally {
  await dropTemplates(server);
}
console.table([...results.values()].flat());
