// npx tsx research/predictions/main.ts: simulates seasons of players with known strengths and writes how well the
// ratings predicted their battles to report.md beside this. Every run gives the same numbers.
import { writeFile } from 'node:fs/promises';
import { report } from './report.js';

await writeFile(
  new URL('report.md', import.meta.url),
  report(1, (line) => console.error(line)),
);
