// npx tsx scripts/rating-predictions.ts: plays seasons of players of known strengths and writes how well ratings foretold their
// battles to docs/rating-predictions.md. The same numbers in every run.
import { writeFile } from 'node:fs/promises';
import { report } from './predictions/report.js';

await writeFile(
  new URL('../docs/rating-predictions.md', import.meta.url),
  report(1, (line) => console.error(line)),
);
