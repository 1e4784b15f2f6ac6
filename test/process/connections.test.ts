import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { connectionsMax, shareConnections } from '../../src/process/connections.js';

const warnings: object[] = [];
const server = createServer((_request, response) => response.end('here'));
shareConnections(server, 20, { warn: (about: object) => void warnings.push(about) });
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function open(localAddress: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function isAnswered(socket: Socket): Promise<boolean> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(data.includes('here'))).once('close', () => resolve(false));
  });
}

test('one address cannot take the connections of all others', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const greedy = await Promise.all(Array.from({ length: 30 }, () => open('127.0.0.2')));
  const answered = await Promise.all(greedy.map(isAnswered));
  expect(answered.filter(Boolean)).toHaveLength(10);
  expect(await isAnswered(await open('127.0.0.3'))).toBe(true);
  expect(warnings).toStrictEqual([{ network: '127.0.0.2', open: 10, max: 20 }]);
  for (const socket of greedy) socket.destroy();
  await expect.poll(async () => isAnswered(await open('127.0.0.2'))).toBe(true);
});

test('there are as many as the operating system allows, without some for ourselves', () => {
  expect(connectionsMax('Max open files            1024                 524288               files')).toBe(924);
  expect(connectionsMax('')).toBeNull();
});
