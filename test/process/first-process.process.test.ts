// The first process of a container, to which the kernel gives no signal that has no handler.
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addressOf, build, childrenOf, newDataDir, type Running, start } from '../support/process.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
beforeAll(build);

const under = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const isPermitted = spawnSync(under[0] ?? '', [...under.slice(1), 'true']).status === 0;
if (!isPermitted) console.log('Not tried, because it needs root: the first process of a container');

async function tell(running: Running): Promise<void> {
  for (const pid of await childrenOf(running)) process.kill(pid, 'SIGTERM');
}
const ended = (running: Running, code: number) =>
  expect(running.saw(/it never says this/)).rejects.toThrow(`It ended with ${code} `);

describe.skipIf(!isPermitted)('SIGTERM to the first process', () => {
  test('ends it during the start', async () => {
    const running = start('main.js', { under, env: { PORT: '0', DATA_DIR: await newDataDir() } });
    await running.saw(/Loading the demo world/);
    await tell(running);
    await ended(running, 143);
  });

  test('stops it as any other once it is ready', async () => {
    const env = { PORT: '0', DEMO_WORLD: 'false', DATA_DIR: await newDataDir() };
    const running = start('main.js', { under, env });
    await addressOf(running);
    await tell(running);
    await running.saw(/"msg":"Stopped"/);
    await ended(running, 0);
  });

  test('ends a command', async () => {
    const running = start('cli/import.js', { args: ['-'], under, env: { DATA_DIR: await newDataDir() } });
    // A process may have ended since it was listed.
    const telling = setInterval(() => void tell(running).catch(() => undefined), 200);
    onTestFinished(() => clearInterval(telling));
    await ended(running, 143);
  });
});
