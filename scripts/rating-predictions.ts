// npx tsx scripts/rating-predictions.ts: simulates seasons of players with known strengths and writes how well the
// ratings predicted their battles to docs/rating-predictions.md. Every run gives the same numbers.
import { writeFile } from 'node:fs/promises';
import { report } from './predictions/report.js';

await writeFile(
  new URL('../docs/rating-predictions.md', import.meta.url),
  report(1, (line) => console.error(line)),
);
