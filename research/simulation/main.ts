// npx tsx research/simulation/main.ts [SEASONS]: simulates seasons with known strengths and writes how often each
// interval contained the truth to report.md beside this. Every run gives the same numbers.
import { writeFile } from 'node:fs/promises';
import { report } from './report.js';

const seasons = Number(process.argv[2] ?? 1_000);
const text = report(seasons, (section) => console.error(section));
await writeFile(new URL('report.md', import.meta.url), text);
