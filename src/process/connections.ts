// The operating system allows a process only so many connections. An address may open one while it has not its share of
// them (entrance/places.ts), so there is always room for another address, however many one holds open.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createPlaces } from '../entrance/places.js';
import { networkOf } from '../http/client-address.js';
import type { Log } from '../observe/log.js';

/** Files and connections of our own: databases, Redis, logs. */
const RESERVED = 100;
const WARN_EVERY_MS = 60_000;

/** Connections that may be open at once; null where that is not known. */
export function connectionsMax(limits: string = limitsOfProcess()): number | null {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? null : Math.max(RESERVED, Number(soft) - RESERVED);
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

export function shareConnections(server: Server, max: number, log: Pick<Log, 'warn'>): void {
  const places = createPlaces(max);
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const place = places.take(network);
    if (place) return void socket.once('close', place.release);
    socket.destroy();
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn(
      { network, open: places.inUse(), max },
      'Connections of an address are closed: it has its share of those that this process may open',
    );
  });
}
