// Stopping without losing a request: first readiness fails, so that the load balancer knows; then requests under way are answered, then the rest
// is closed. It ends in time even if something hangs, and at once at a second signal.
import cluster from 'node:cluster';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';
import type { Log } from '../observe/log.js';

/** Both a terminal and a parent process may pass a signal on: what comes so soon after is the same one. */
const SAME_SIGNAL_MS = 1_000;
/** A request may be on its way on a connection that looks idle from here. */
const LINGER_MS = 1_000;
const TIDY_MS = 100;
/** How long connections are accepted that keep coming. */
const ACCEPT_MS = 1_000;
/** Workers get their connections by message from the process that has the port: for so long they wait for the last of them. */
const HANDED_ON_MS = 200;
/** For so long there must have been none: on a busy machine a client may be late. */
const QUIET_MS = 50;
/** What is left for the database once connections had to be cut. */
const CLOSE_MS = 1_000;

export type Stop = Pick<Config, 'shutdownDelayMs' | 'shutdownTimeoutMs'> & {
  server: Server;
  log: Log;
  /** Aborted as soon as a signal comes. */
  stopping: AbortController;
  /** Sends those away who would never go: once no client can come, so that they find another process. */
  endStreams(): void;
  /** Whatever is to be closed after the last answer. */
  close(): Promise<void>;
};

export function stopOnSignal(stop: Stop): void {
  const { stopping, log } = stop;
  const sockets = openSockets(stop.server);
  let toldAt = Number.POSITIVE_INFINITY;
  const onSignal = (signal: NodeJS.Signals) => {
    if (!stopping.signal.aborted) {
      toldAt = performance.now();
      log.info(`Stopping (${signal})`);
      stopping.abort();
      void shutDown(stop, sockets);
    } else if (performance.now() - toldAt > SAME_SIGNAL_MS) {
      log.warn(`Told again to stop (${signal}): ending at once`);
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

async function shutDown(stop: Stop, sockets: ReadonlySet<Socket>): Promise<void> {
  const { server, log, shutdownDelayMs, shutdownTimeoutMs } = stop;
  await sleep(shutdownDelayMs);
  setTimeout(() => {
    log.error('Stopping took too long: ending with things unfinished');
    process.exit(1);
  }, shutdownTimeoutMs).unref();
  const cutting = setTimeout(
    () => {
      log.warn(`${sockets.size} connections had to be cut`);
      process.exitCode = 1;
      server.closeAllConnections();
    },
    Math.max(shutdownTimeoutMs - CLOSE_MS, shutdownTimeoutMs / 2),
  );
  await drain(stop, sockets);
  clearTimeout(cutting);
  await stop.close();
  log.info('Stopped');
}

async function drain({ server, endStreams }: Stop, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, 'close');
  await stopListening(server);
  endStreams();
  await Promise.race([closed, sleep(LINGER_MS)]);
  const tidying = setInterval(() => {
    server.closeIdleConnections();
    // One that never asked for anything does not count as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, TIDY_MS);
  await closed;
  clearInterval(tidying);
}

/**
 * To close a socket that listens resets all that wait in the system's queue, so they are accepted first: one with each turn
 * of the event loop, until there was none for a while. They are answered once it is closed, or those who are answered
 * would come again.
 */
async function stopListening(server: Server): Promise<void> {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  const held: Socket[] = [];
  server.removeAllListeners('connection').on('connection', (socket: Socket) => held.push(socket));
  if (cluster.isWorker) await sleep(HANDED_ON_MS);
  const until = performance.now() + ACCEPT_MS;
  for (let [known, quietSince] = [-1, 0]; performance.now() < until; await setImmediate()) {
    if (known < held.length) [known, quietSince] = [held.length, performance.now()];
    else if (performance.now() - quietSince > QUIET_MS) break;
  }
  // Not as an HTTP server closes, which would cut off at once who is idle: what they have just sent would be lost.
  NetServer.prototype.close.call(server);
  // The port is closed once the last worker has said so.
  if (cluster.isWorker) await sleep(HANDED_ON_MS);
  server.removeAllListeners('connection');
  for (const listener of listeners) server.on('connection', listener);
  for (const socket of held) server.emit('connection', socket);
}

function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}
