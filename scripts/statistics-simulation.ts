// npx tsx scripts/statistics-simulation.ts [SEASONS]: simulates seasons with known strengths and writes how often each
// interval contained the truth to docs/statistics-simulation.md. Every run gives the same numbers.
import { writeFile } from 'node:fs/promises';
import { report } from './simulation/report.js';

const seasons = Number(process.argv[2] ?? 10_000);
const text = report(seasons, (section) => console.error(section));
await writeFile(new URL('../docs/statistics-simulation.md', import.meta.url), text);
