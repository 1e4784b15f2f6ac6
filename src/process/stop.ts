// Graceful shutdown without losing a request: first readiness fails, so that the load balancer notices; then requests
// in progress are answered; then the rest is closed. It finishes in time even if something hangs, and at once on a
// second signal.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';
import type { Log } from '../observe/log.js';

/** A terminal and a parent process may both forward a signal: a second one within this time is the same signal. */
const SAME_SIGNAL_MS = 1_000;
/** A request may be in transit on a connection that looks idle here. */
const LINGER_MS = 1_000;
const IDLE_SWEEP_MS = 100;
/** Accepting stops after this long without a new connection; on a busy machine a client may be late. */
const QUIET_MS = 50;
const QUIET_TURNS = 20;
/** Part of the shutdown's time in which connections that keep arriving are accepted. */
const ACCEPT_SHARE = 0.5;
/** Time left for closing the database after connections had to be cut. */
const CLOSE_MS = 1_000;

export type Stop = Pick<Config, 'shutdownDelayMs' | 'shutdownTimeoutMs'> & {
  server: Server;
  log: Log;
  /** Aborted as soon as a signal arrives. */
  stopping: AbortController;
  /** Ends streams, which never end by themselves. Called once the port is closed, so that clients go elsewhere. */
  endStreams(): void;
  /** Closes everything else after the last response. */
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
      log.warn(`Second signal (${signal}): ending at once`);
      process.exit(1);
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

async function shutDown(stop: Stop, sockets: ReadonlySet<Socket>): Promise<void> {
  const { log, shutdownDelayMs, shutdownTimeoutMs } = stop;
  await sleep(shutdownDelayMs);
  setTimeout(() => {
    log.error('Stopping took too long: ending with unfinished work');
    process.exit(1);
  }, shutdownTimeoutMs).unref();
  const cutting = setTimeout(
    () => {
      log.warn(`${sockets.size} connections had to be cut`);
      process.exitCode = 1;
      // The server itself has let go of those that asked for a tunnel.
      for (const socket of sockets) socket.destroy();
    },
    Math.max(shutdownTimeoutMs - CLOSE_MS, shutdownTimeoutMs / 2),
  );
  await drain(stop, sockets);
  clearTimeout(cutting);
  await stop.close();
  log.info('Stopped');
}

async function drain({ server, endStreams, shutdownTimeoutMs }: Stop, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, 'close');
  await stopListening(server, ACCEPT_SHARE * shutdownTimeoutMs);
  endStreams();
  await Promise.race([closed, sleep(LINGER_MS)]);
  let onlyUnusedSince = performance.now();
  const tidying = setInterval(() => {
    server.closeIdleConnections();
    // What was refused is told all, but its client may never close its end.
    for (const socket of sockets) if (socket.writableFinished) socket.destroy();
    // A connection that never sent a request does not count as idle. While others are served, its request may only wait
    // to be read.
    const isUnused = ({ bytesRead }: Socket) => bytesRead === 0;
    if (![...sockets].every(isUnused)) onlyUnusedSince = performance.now();
    if (performance.now() - onlyUnusedSince > LINGER_MS) for (const socket of sockets) socket.destroy();
  }, IDLE_SWEEP_MS);
  await closed;
  clearInterval(tidying);
}

/**
 * Closing a listening socket resets all connections in the kernel's accept queue, so they are accepted first: one per
 * turn of the event loop, until no more arrive. They are served only after the socket is closed, because clients that
 * get a response would connect again.
 */
async function stopListening(server: Server, timeoutMs: number): Promise<void> {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  const held: Socket[] = [];
  server.removeAllListeners('connection').on('connection', (socket: Socket) => held.push(socket));
  await untilQuiet(held, timeoutMs);
  // Not http.Server's own close, which closes idle connections at once and loses requests just sent on them.
  NetServer.prototype.close.call(server);
  server.removeAllListeners('connection');
  for (const listener of listeners) server.on('connection', listener);
  for (const socket of held) server.emit('connection', socket);
}

/** Waits until no connection has arrived for some time, and for some turns of the event loop: a busy one has long turns. */
async function untilQuiet(held: readonly Socket[], timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  for (let [known, since, turns] = [-1, 0, 0]; performance.now() < until; turns += 1) {
    if (known < held.length) [known, since, turns] = [held.length, performance.now(), 0];
    else if (turns > QUIET_TURNS && performance.now() - since > QUIET_MS) return;
    await setImmediate();
  }
}

function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}
