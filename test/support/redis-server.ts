// A Redis server of a test's own, which can be killed and started again, with or without its data.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { freePort } from './free-port.js';

/** For skipIf: true if the program is missing, and logs that; false where Redis is required. */
export function skipWithoutRedisServer(): boolean {
  const skip = spawnSync('redis-server', ['--version']).error !== undefined && !process.env.REQUIRE_REDIS;
  if (skip) console.log('Skipped for want of the program redis-server');
  return skip;
}

export type RedisServer = {
  url: string;
  kill(): Promise<void>;
  start(data: 'kept' | 'empty'): Promise<void>;
};

export async function redisServer(): Promise<RedisServer> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'redis-'))];
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  let server: ChildProcess | null = null;
  const kill = async () => {
    if (!server) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
    server = null;
  };
  const start = async (data: 'kept' | 'empty') => {
    if (data === 'empty') await rm(join(folder, 'appendonlydir'), { recursive: true, force: true });
    if (data === 'empty') await rm(join(folder, 'appendonly.aof'), { force: true });
    server = spawn('redis-server', [...args, '--appendonly', 'yes', '--appendfsync', 'always'], { stdio: 'ignore' });
    await vi.waitFor(() => isListening(port), { timeout: 10_000, interval: 20 });
  };
  onTestFinished(async () => {
    await kill();
    await rm(folder, { recursive: true });
  });
  await start('empty');
  return { url: `redis://127.0.0.1:${port}`, kill, start };
}

async function isListening(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
