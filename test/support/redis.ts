// A real Redis behind a proxy that can be closed.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const url = process.env.TEST_REDIS_URL || 'redis://127.0.0.1:6379';

/** For skipIf: true if there is no Redis, and logs that; false where one is required. */
export async function skipWithoutRedis(): Promise<boolean> {
  const socket = connect(Number(new URL(url).port || 6379), new URL(url).hostname);
  const found = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  const skip = !found && !process.env.REQUIRE_REDIS;
  if (skip) console.log(`Skipped for want of a Redis at ${url} (see TEST_REDIS_URL)`);
  return skip;
}

export type Door = {
  url: string;
  /** Cuts all connections and accepts no new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** Keeps the connections but passes nothing on. */
  hold(): void;
};

export async function redisProxy(): Promise<Door> {
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(Number(new URL(url).port || 6379), new URL(url).hostname);
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    inside.pipe(outside).pipe(inside);
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const open = async (port = 0) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const shut = async () => {
    const closed = new Promise((done) => server.close(done));
    cut();
    await closed;
  };
  const port = await open();
  onTestFinished(shut);
  return {
    url: `redis://127.0.0.1:${port}${new URL(url).pathname}`,
    shut,
    open: async () => void (await open(port)),
    hold() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
