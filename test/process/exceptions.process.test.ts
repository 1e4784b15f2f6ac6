// Exceptions that belong to no request.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { addressOf, build, linesOf, newDataDir, type Running, start } from '../support/process.js';
import { soon } from '../support/soon.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
beforeAll(build);

/** Runs the service in a process in which `lines` have been run before. */
function serve(lines: string, env: Record<string, string>): Running {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(lines)}`;
  return start('main.js', { env: { PORT: '0', DEMO_WORLD: 'false', NODE_OPTIONS, ...env } });
}

const live = async (base: string) => (await fetch(`${base}/health/live`)).status;
const said = (running: Running) =>
  linesOf(running).flatMap(({ level, msg, err }) =>
    level === 'error' ? [[msg, (err as { message: string }).message]] : [],
  );

const onListening = (work: string) => `
  import { Server } from 'node:http';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    this.once('listening', () => setImmediate(() => { ${work} }));
    return listen.apply(this, args);
  };`;

describe('an exception that nobody catches', () => {
  test('is logged, from the first moment on in which there may be clients, and they are answered', async () => {
    const running = serve(onListening(`throw new Error('stray')`), { DATA_DIR: await newDataDir() });
    const base = await addressOf(running);
    await soon(() => expect(said(running)).toStrictEqual([['An exception was not caught', 'stray']]));
    expect(await live(base)).toBe(200);
    expect(await running.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
  });

  test('at start ends the process', async () => {
    const running = serve(`setTimeout(() => { throw new Error('at start') }, 50);`, { DATA_DIR: await newDataDir() });
    await expect(running.saw(/is ready/)).rejects.toThrow('at start');
  });
});

test('told to stop as soon as it listens, it ends as at any other time', async () => {
  const running = serve(onListening(`process.kill(process.pid, 'SIGTERM')`), { DATA_DIR: await newDataDir() });
  await running.saw(/Stopped/);
});
