// PGlite does not notice a second process on its folder, and two processes corrupt it. The lock is a listening socket
// inside the folder: the kernel closes it with its process, so a crash leaves nothing to clean up by hand and a reused
// process id cannot be mistaken for the holder.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DbError } from '../db-error.js';
import { withDataDirMutex } from './data-dir-mutex.js';

/** Stays below the shortest limit for socket paths among the supported systems (104 bytes on macOS). */
const SOCKET_PATH_BYTES_MAX = 100;

export async function lockDataDir(folder: string): Promise<() => Promise<void>> {
  const holderFile = join(folder, 'holder.txt');
  const { address, leave } = await socketPlace(folder);
  try {
    // The socket file of a dead process may only be removed while no other process can create a live one.
    const server = await withDataDirMutex(folder, async () => {
      const listening = (await listen(address)) ?? (await takeOver(folder, address, holderFile));
      await writeFile(holderFile, `${process.pid}\n`);
      return listening;
    });
    server.unref();
    return async () => {
      await rm(holderFile, { force: true });
      await new Promise((closed) => server.close(closed));
      await leave();
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** The address is taken, either by a live process, which is an error, or by a stale socket file of a dead one. */
async function takeOver(folder: string, address: string, holderFile: string): Promise<Server> {
  if (await answers(address)) {
    const holder = await readFile(holderFile, 'utf8').catch(() => '');
    throw new DbError(
      `The data in ${folder} is in use by process ${holder.trim() || '(unknown)'}. ` +
        'Stop that process first, or set DATA_DIR to another folder, or use a PostgreSQL with DATABASE_URL.',
    );
  }
  await rm(address, { force: true });
  const server = await listen(address);
  if (!server) {
    throw new DbError(
      `Another process has just started to use the data in ${folder}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  return server;
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The socket is always inside the folder; where that path would be too long, it is reached through a short symlink. */
async function socketPlace(folder: string): Promise<{ address: string; leave: () => Promise<void> }> {
  const stay = async () => undefined;
  if (process.platform === 'win32') {
    const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
    return { address: `\\\\.\\pipe\\battle-results-gateway-${digest}`, leave: stay };
  }
  const inside = join(folder, 'lock');
  if (Buffer.byteLength(inside) <= SOCKET_PATH_BYTES_MAX) return { address: inside, leave: stay };
  const way = await mkdtemp(join(tmpdir(), 'gateway-'));
  await symlink(folder, join(way, 'data'));
  return { address: join(way, 'data', 'lock'), leave: () => rm(way, { recursive: true, force: true }) };
}
