import type { Server } from 'node:http';
import { listen } from '../../src/http/listen.js';
import { atFileEnd } from './file-end.js';

/** Listens on a real port until the test file ends; returns the URL. */
export async function listening(server: Server): Promise<string> {
  const address = await listen(server, '127.0.0.1', 0);
  atFileEnd(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return address;
}
