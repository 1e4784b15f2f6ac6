// npx tsx research/real-battles/main.ts CHECKOUT: converts the events of a checkout of DarkSkyT9A/t9a-data, loads them into an empty
// database in memory, and writes to report.md beside this what is in them, how often intervals are right and how well ratings
// predict. The same checkout gives the same numbers.
import { writeFile } from 'node:fs/promises';
import { convert, NO_ALIASES, problemsText } from '@battle-results/convert';
import { importRecords } from '../../src/bundle/import.js';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { openInMemory } from '../../src/db/embedded/embedded.js';
import { migrate } from '../../src/db/migrate.js';
import { readEvents } from '../../src/db/read/events.js';
import { readRatingState } from '../../src/db/read/rating-state.js';
import { readCheckout } from './checkout.js';
import { compareHalves } from './halves.js';
import { realWorldReport } from './report.js';
import { t9a } from './t9a.js';

const [checkout] = process.argv.slice(2);
if (!checkout) throw new Error('Give a checkout of DarkSkyT9A/t9a-data');
const SPLITS = 200;

const files = readCheckout(checkout);
console.error(`${files.length} files`);
const converted = convert(t9a, files, { readOn: '2026-11-18', stated: {}, aliases: NO_ALIASES });
if (converted.problems.length > 0) throw new Error(problemsText(converted.problems.slice(0, 20)));
console.error(`${converted.records.length} records`);
const db = await openInMemory();
try {
  await migrate(db);
  await importRecords(db, converted.records);
  console.error('imported');
  await bringUpToDate(db);
  const state = await readRatingState(db.sql);
  const events = await readEvents(db.sql, {}, { withField: true });
  console.error('rated');
  const halves = compareHalves(events, SPLITS, 'halves');
  const text = realWorldReport({ converted, files, state, halves, splits: SPLITS });
  await writeFile(new URL('report.md', import.meta.url), text);
} finally {
  await db.close();
}
