import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Resolves with the URL at which the server listens; rejects if it cannot. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const { address, port: bound, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
}
