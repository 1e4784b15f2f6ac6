// Kills a process whose event loop is blocked: nothing in it could do so, and no request would ever be answered. The
// watching thread shares memory with it, which holds the number of heartbeats and the requests in progress.
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Call } from '../http/call.js';

export type Watchdog = {
  /** Records that the request is in progress. */
  began(call: Call): void;
  ended(call: Call): void;
  start(): void;
  close(): Promise<void>;
};

const HEADER_BYTES = 8;
/** A request is reported as method, route and id; requests that find no free slot are not reported. */
const SLOT_BYTES = 256;
const SLOTS = 64;
const [BEATS, DEBUGGED] = [0, 1];
const BEAT_MS = 1_000;

export function createWatchdog(limitMs: number): Watchdog {
  const shared = new SharedArrayBuffer(HEADER_BYTES + SLOTS * SLOT_BYTES);
  const numbers = new Int32Array(shared, 0, HEADER_BYTES / Int32Array.BYTES_PER_ELEMENT);
  const bytes = Buffer.from(shared);
  const free = Array.from({ length: SLOTS }, (_, slot) => HEADER_BYTES + slot * SLOT_BYTES);
  const slots = new Map<Call, number>();
  let thread: Worker | null = null;
  let beating: NodeJS.Timeout | undefined;
  // A debugger may pause the process for any length of time.
  const beat = () => {
    Atomics.store(numbers, DEBUGGED, debuggerUrl() === undefined ? 0 : 1);
    Atomics.add(numbers, BEATS, 1);
    Atomics.notify(numbers, BEATS);
  };
  return {
    began(call) {
      const slot = free.pop();
      if (slot === undefined) return;
      slots.set(call, slot);
      const text = `${call.method} ${call.route} ${call.id}`;
      bytes[slot] = bytes.write(text, slot + 1, SLOT_BYTES - 1, 'latin1');
    },
    ended(call) {
      const slot = slots.get(call);
      if (slot === undefined) return;
      bytes[slot] = 0;
      slots.delete(call);
      free.push(slot);
    },
    start() {
      const workerData = { shared, headerBytes: HEADER_BYTES, slotBytes: SLOT_BYTES, limitMs };
      thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), { workerData, execArgv: [] });
      thread.unref();
      beat();
      beating = setInterval(beat, Math.min(BEAT_MS, limitMs / 4)).unref();
    },
    async close() {
      clearInterval(beating);
      await thread?.terminate();
    },
  };
}
