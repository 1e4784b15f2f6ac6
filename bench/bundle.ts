import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeWorld } from '../scripts/demo-world/world.js';

/** Writes a bundle to a temporary folder, which is removed when `work` is done. */
export async function withBundle<Result>(
  battles: number,
  report: (message: string) => void,
  work: (bundle: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
  try {
    const bundle = join(folder, 'bundle.jsonl');
    report(`making ${battles.toLocaleString('en')} battles with two sides and five rounds each`);
    await pipeline(Readable.from(lines(battles)), createWriteStream(bundle));
    return await work(bundle, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function* lines(battles: number) {
  for (const record of makeWorld(battles)) yield `${JSON.stringify(record)}\n`;
}
