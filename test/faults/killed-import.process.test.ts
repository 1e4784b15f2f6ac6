// An import into the embedded database that is killed at a random moment is there completely or not at all.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { demoWorld, WORLD_DAY } from '../../src/demo/world.js';
import { build, newDataDir, runInOneProcess, start, temporaryFolder } from '../support/process.js';
import { battle, club, player, tournament } from '../support/world.js';
import { isLong } from './long.js';

vi.setConfig({ testTimeout: isLong ? 1_800_000 : 240_000, hookTimeout: 240_000 });

const ROUNDS = isLong ? 50 : 1;
const [PLAYERS, BATTLES] = isLong ? [500, 2_000] : [100, 300];
/** One club, one tournament, and the players and battles. */
const RECORDS = PLAYERS + BATTLES + 2;

beforeAll(build);
/** What comes after those that are killed. */
const run = runInOneProcess();

/** The same world each time, with the version in every record. */
function world(version: number): string {
  const said = `version ${version}`;
  const ids = Array.from({ length: PLAYERS }, (_, n) => `p-${n}`);
  const records = [
    club({ name: said }),
    ...ids.map((id) => player(id, { name: said })),
    tournament({ name: said, participants: ids.map((playerId) => ({ playerId })) }),
    ...Array.from({ length: BATTLES }, (_, n) => battle(`b-${n}`, { scenario: said })),
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Number of records of each version in an export. */
function versions(exported: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of exported.trimEnd().split('\n')) {
    const { name, scenario } = JSON.parse(line);
    const said = name ?? scenario;
    counts[said] = (counts[said] ?? 0) + 1;
  }
  return counts;
}

test(`killed at any moment, it is there as a whole or not at all, and the folder is free for the next`, async () => {
  const env = { DATA_DIR: await newDataDir() };
  const bundle = join(await temporaryFolder(), 'world.jsonl');
  const importAll = () => run('cli/import.js', [bundle], { env });
  const imported = async () => versions((await run('cli/export.js', ['-'], { env })).stdout);
  await writeFile(bundle, world(0));
  const begun = performance.now();
  expect(await importAll()).toMatchObject({ code: 0 });
  const wholeMs = performance.now() - begun;
  let there = 'version 0';
  for (let version = 1; version <= ROUNDS; version += 1) {
    await writeFile(bundle, world(version));
    const importing = start('cli/import.js', { env, args: [bundle] });
    const afterMs = Math.random() * wholeMs;
    await sleep(afterMs);
    await importing.end('SIGKILL');
    const counts = await imported();
    const now = `version ${version}` in counts ? `version ${version}` : there;
    expect({ version, afterMs, counts }).toStrictEqual({ version, afterMs, counts: { [now]: RECORDS } });
    there = now;
  }
  await writeFile(bundle, world(ROUNDS + 1));
  expect(await importAll()).toMatchObject({ code: 0 });
  expect(await imported()).toStrictEqual({ [`version ${ROUNDS + 1}`]: RECORDS });
});

test('the service, killed while it loads the demo world, leaves nothing in its way, nor does that in the way of data', async () => {
  const bundle = join(await temporaryFolder(), 'club.jsonl');
  await writeFile(bundle, `${JSON.stringify(club())}\n`);
  for (let round = 0; round < (isLong ? 10 : 1); round += 1) {
    const env = { DATA_DIR: await newDataDir(), PORT: '0' };
    const service = start('main.js', { env });
    await service.saw(/Loading the demo world/);
    await sleep(Math.random() * 3_000);
    await service.end('SIGKILL');
    const loaded = await run('cli/demo.js', ['--load'], { env });
    expect([loaded.code, loaded.stderr]).toStrictEqual([0, expect.stringMatching(/^The demo world is loaded\.$/m)]);
    const exported = async () => (await run('cli/export.js', ['-'], { env })).stdout.trimEnd().split('\n');
    expect(await exported()).toHaveLength([...demoWorld(WORLD_DAY)].length);
    expect(await run('cli/import.js', [bundle, '--replace-demo'], { env })).toMatchObject({ code: 0 });
    expect(await exported()).toHaveLength(1);
  }
});
