import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Connections that the operating system keeps until they are accepted; it may have a lower limit (somaxconn). */
const BACKLOG = 4_096;

/** Resolves with the URL at which the server listens; rejects if it cannot. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  const { address, port: bound, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
}

/** Rejects as `listen` would later; what is opened meanwhile takes long. */
export async function expectFree(addresses: readonly { host: string; port: number }[]): Promise<void> {
  const held: Server[] = [];
  try {
    for (const { host, port } of addresses) {
      const server = createServer((socket) => socket.destroy());
      await listen(server, host, port);
      held.push(server);
    }
  } finally {
    for (const server of held) server.close();
  }
}
