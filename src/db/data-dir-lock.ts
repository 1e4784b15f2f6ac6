// PGlite does not notice a second process on its folder, and two ruin it. A listening socket inside the folder is
// the lock: the kernel drops it with its process, so a crash leaves nothing to clean up by hand and a reused
// process id cannot be mistaken for the holder.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DbError } from './db-error.js';

/** Where socket addresses end on the strictest system. */
const SOCKET_PATH_BYTES_MAX = 100;
const TAKEOVER_MS_MAX = 3_000;

export async function lockDataDir(folder: string): Promise<() => Promise<void>> {
  const address = socketAddress(folder);
  const holderFile = join(folder, 'holder.txt');
  const server = (await listen(address)) ?? (await takeOver(folder, address, holderFile));
  server.unref();
  await writeFile(holderFile, `${process.pid}\n`);
  return async () => {
    await rm(holderFile, { force: true });
    await new Promise((closed) => server.close(closed));
  };
}

/** The address is taken: by a living process, which is an error, or by the file a dead one left behind. */
async function takeOver(folder: string, address: string, holderFile: string): Promise<Server> {
  // Only one process at a time may decide that the file is dead and remove it.
  const turn = join(folder, 'takeover');
  const end = Date.now() + TAKEOVER_MS_MAX;
  while (!(await claim(turn))) {
    if (Date.now() > end) await rm(turn, { recursive: true, force: true });
    await sleep(50);
  }
  try {
    if (await answers(address)) {
      const holder = await readFile(holderFile, 'utf8').catch(() => '');
      throw new DbError(
        `The data in ${folder} is in use by process ${holder.trim() || '(unknown)'}. ` +
          'Stop that process first, or set DATA_DIR to another folder, or use a PostgreSQL with DATABASE_URL.',
      );
    }
    await rm(address, { force: true });
    const server = await listen(address);
    if (!server) throw new DbError(`The data in ${folder} has just been taken into use by another process.`);
    return server;
  } finally {
    await rm(turn, { recursive: true, force: true });
  }
}

function claim(turn: string): Promise<boolean> {
  return mkdir(turn).then(
    () => true,
    () => false,
  );
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

function socketAddress(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\battle-results-gateway-${digest}`;
  const inside = join(folder, 'lock');
  const candidates = [inside, relative(process.cwd(), inside)];
  return (
    candidates.find((path) => Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) ??
    join(tmpdir(), `battle-results-gateway-${digest}`)
  );
}
