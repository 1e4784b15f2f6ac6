// Open connections that send nothing: all other clients are served as before.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { build, newDataDir, start } from '../support/process.js';
import { isLong } from './long.js';

const IDLE = isLong ? 5_000 : 500;
const AT_A_TIME = 100;
const ASKED = 200;

await build();

test(`${IDLE} idle connections: everybody else is served as before`, async () => {
  const env = { NODE_ENV: 'production', DATA_DIR: await newDataDir(), DEMO_WORLD: 'false', PORT: '0' };
  const gateway = start('main.js', { env });
  const [, port] = await gateway.saw(/http:\/\/127\.0\.0\.1:(\d+)/);
  const address = `http://127.0.0.1:${port}/`;
  const before = await medianOf(address);
  const idle: Socket[] = [];
  while (idle.length < IDLE)
    idle.push(...(await Promise.all(Array.from({ length: AT_A_TIME }, () => open(Number(port))))));
  const meanwhile = await medianOf(address);
  const stillOpen = idle.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length;
  console.log(`${stillOpen} idle connections: a page takes ${meanwhile.toFixed(1)} ms, before ${before.toFixed(1)} ms`);
  expect(stillOpen).toBe(IDLE);
  for (const socket of idle) socket.destroy();
});

/** A connection that has sent one request and is kept alive. */
async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('OPTIONS / HTTP/1.1\r\nHost: gateway.test\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 204 /);
  return socket;
}

async function medianOf(address: string): Promise<number> {
  const times: number[] = [];
  for (let asked = 0; asked < ASKED; asked += 1) {
    const begun = performance.now();
    const response = await fetch(address);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    times.push(performance.now() - begun);
  }
  return times.sort((one, other) => one - other)[ASKED / 2] ?? 0;
}
