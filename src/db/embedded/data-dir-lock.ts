// PGlite does not notice a second process on its folder, and two processes corrupt it. The lock is a listening socket
// inside the folder: the kernel closes it with its process, so a crash leaves nothing to clean up by hand and a reused
// process id cannot be mistaken for the holder. Commands reach the holder through the same socket (host.ts).
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DbError } from '../db-error.js';
import { withDataDirMutex } from './data-dir-mutex.js';

/** Stays below the shortest limit for socket paths among the supported systems (104 bytes on macOS). */
const SOCKET_PATH_BYTES_MAX = 100;

/** Another process has the folder. */
export class DataDirInUseError extends DbError {
  constructor(
    message: string,
    /** By whom, if that will let it go by itself: a command, or a process that is just closing it. */
    readonly endsSoon: string | null = null,
  ) {
    super(message);
  }
}

const COMMAND = ' (a command)';

const RETRY_MS = 100;

type Receive = (socket: Socket) => void;

/** `receive` is called with each connection to the socket. */
export async function lockDataDir(
  folder: string,
  receive: Receive = (socket) => void socket.destroy(),
  { isCommand = false } = {},
): Promise<() => Promise<void>> {
  const holderFile = holderFileOf(folder);
  const { address, leave } = await socketPlace(folder);
  try {
    // The socket file of a dead process may only be removed while no other process can create a live one.
    const server = await withDataDirMutex(folder, async () => {
      const listening = (await listen(address, receive)) ?? (await takeOver(folder, address, receive));
      await writeFile(holderFile, `${process.pid}${isCommand ? COMMAND : ''}\n`);
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

/** In a container a command would end with the service, and each be refused again because of the other. */
export async function afterCommands<Unlock>(
  lock: () => Promise<Unlock>,
  report: (message: string) => void,
): Promise<Unlock> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await lock();
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || error.endsSoon === null) throw error;
      if (!isTold) report(`Waiting until ${error.endsSoon} has let go of the data ...`);
    }
    await sleep(RETRY_MS);
  }
}

/** The address is taken, either by a live process, which is an error, or by a stale socket file of a dead one. */
async function takeOver(folder: string, address: string, receive: Receive): Promise<Server> {
  if (await answers(address)) {
    const holder = await readHolder(folder);
    throw new DataDirInUseError(
      `The data in ${folder} is in use by ${holder}. ` +
        'Stop that process first, or set DATA_DIR to another folder, or use a PostgreSQL with DATABASE_URL.',
      holder === UNKNOWN || holder.endsWith(COMMAND) ? holder : null,
    );
  }
  await rm(address, { force: true });
  const server = await listen(address, receive);
  if (!server) {
    throw new DataDirInUseError(
      `Another process has just started to use the data in ${folder}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  return server;
}

const holderFileOf = (folder: string) => join(folder, 'holder.txt');

const UNKNOWN = 'process (unknown)';

export async function readHolder(folder: string): Promise<string> {
  const text = (await readFile(holderFileOf(folder), 'utf8').catch(() => '')).trim();
  return text === '' ? UNKNOWN : `process ${text}`;
}

/** Whoever connects before the socket belongs to this user alone is not received. */
async function listen(address: string, receive: Receive): Promise<Server | null> {
  let isPrivate = false;
  const server = createServer((socket) => (isPrivate ? receive(socket) : socket.destroy()));
  const isFree = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(address, () => resolve(true));
  });
  if (!isFree) return null;
  if (process.platform !== 'win32') await chmod(address, 0o600);
  isPrivate = true;
  return server;
}

/** Calls `work` with the address of the holder's socket. */
export async function withHolderAddress<Result>(
  folder: string,
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const { address, leave } = await socketPlace(folder);
  return work(address).finally(leave);
}

/** False only if nobody listens: a socket that this user may not use belongs to somebody. */
function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
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
