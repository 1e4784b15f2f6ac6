// A command that loses the database between its last statement and the answer to it.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { claimDataDir } from '../../src/db/embedded/data-dir.js';
import { atFileEnd } from '../support/file-end.js';
import { build, newHeldDataDir, run, temporaryFolder } from '../support/process.js';
import { club, load } from '../support/world.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });
let dataDir: string;
let host: Db;
beforeAll(async () => {
  await build();
  ({ dataDir, host } = await newHeldDataDir(atFileEnd));
});

/** A DATA_DIR whose socket leads to that of another, and is cut when what was asked with the word is answered. */
async function cutAfter(word: string, times: number): Promise<string> {
  let left = times;
  const folder = join(await temporaryFolder(), 'data');
  await claimDataDir(folder);
  await mkdir(join(folder, 'pg'));
  const server = createServer((socket) => {
    const onward = connect(join(dataDir, 'lock'));
    socket.on('error', () => onward.destroy()).once('close', () => onward.destroy());
    onward.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes(word)) left -= 1;
      onward.write(chunk);
    });
    onward.on('data', (chunk: Buffer) => void (left > 0 ? socket.write(chunk) : socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'lock'), resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return folder;
}

test.each([
  // The first is that of the migrations, of which there are none.
  ['COMMIT', 2, true],
  ['DELETE FROM "club"', 1, false],
])(
  'a removal that is cut at %s keeps its undo bundle if it may have taken effect',
  async (word, times, mayBeRemoved) => {
    await load(host, [club({ slug: 'north', name: 'North' })]);
    const undo = join(await temporaryFolder(), 'undo.jsonl');
    const env = { DATA_DIR: await cutAfter(word, times) };
    const { code, stderr } = await run('cli/remove.js', ['club', 'north', '--undo', undo], { env });
    expect(code).toBe(1);
    const unknown = `Whether it was removed is not known. What would bring it back is in ${undo}.`;
    expect([stderr.includes(unknown), existsSync(undo)]).toStrictEqual([mayBeRemoved, mayBeRemoved]);
    expect(stderr).toContain('The process that has the data open has ended. What was not complete is undone');
    await vi.waitFor(async () => expect(await host.sql.query('SELECT FROM "club"')).toHaveLength(mayBeRemoved ? 0 : 1));
  },
);

test('what is removed from the demo world, which takes no bundle, comes back by loading that anew', async () => {
  const owned = (by: string) => host.sql.query(`UPDATE "setting" SET "value" = $1 WHERE "key" = 'data-owner'`, [by]);
  await load(host, [club({ slug: 'south', name: 'South' })]);
  await owned('demo');
  onTestFinished(async () => void (await owned('own')));
  const [undo, env] = [join(await temporaryFolder(), 'undo.jsonl'), { DATA_DIR: dataDir }];
  const { code, stderr } = await run('cli/remove.js', ['club', 'south', '--undo', undo], { env });
  expect(code).toBe(0);
  const way = 'No bundle is imported into the demo world; to have it as it was: npm run demo -- --load';
  expect(stderr).toContain(`Removed. ${way}`);
  expect((await run('cli/import.js', [undo], { env })).stderr).toContain('This database holds the demo world.');
});
