// Keeps the figures in bench/RESULTS.md, one per row. A run replaces the rows of the benchmarks that it ran; rows
// measured on another machine are dropped.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import pg from 'pg';
import type { Figure } from './figure.js';

const FILE = new URL('./RESULTS.md', import.meta.url);

export type Results = Map<string, Figure[]>;

/** `order` contains the names of all benchmarks. */
export async function keepResults(results: Results, order: string[], server: string): Promise<void> {
  const machine = await describeMachine(server);
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const kept = before.includes(machine) ? before.split('\n') : [];
  const rows = order.flatMap(
    (name) =>
      results.get(name)?.map((figure) => row(name, figure)) ?? kept.filter((line) => line.startsWith(start(name))),
  );
  writeFileSync(FILE, render(machine, rows));
}

function render(machine: string, rows: string[]): string {
  return `# Figures

Written by \`npm run bench\`. Every figure is a ratio against a baseline measured in the same run, in turns, and a median.

${machine}

| Benchmark | What | Against | Ratio | Aim | Measured |
|---|---|---|---|---|---|
${rows.map((line) => `${line}\n`).join('')}`;
}

const start = (name: string) => `| \`${name}\` |`;

function row(name: string, { what, against, ratio, aim, measured }: Figure): string {
  return `${start(name)} ${[what, against, ratio.toFixed(2), aim, measured].join(' | ')} |`;
}

async function describeMachine(server: string): Promise<string> {
  const client = new pg.Client(server);
  await client.connect();
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS "version"`);
  await client.end();
  const [cores, model = 'unknown'] = [cpus().length, cpus()[0]?.model.trim()];
  const gigabytes = Math.round(totalmem() / 1e9);
  const postgres = rows[0]?.version.split(' ')[0];
  return `On ${cores} cores (${model}, ${process.arch}) with ${gigabytes} GB, Node ${process.versions.node}, PostgreSQL ${postgres}, all on one machine.`;
}
