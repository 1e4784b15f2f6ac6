// Sees to it that a process whose event loop stands still is ended: nothing in it could, and no request would ever be
// answered. The thread that watches shares some memory with it: the number of beats, and which requests are under way.
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Note } from './note.js';

export type Watchdog = {
  /** Notes that the request is under way. */
  began(note: Note): void;
  ended(note: Note): void;
  /** Begins to watch. */
  start(): void;
  close(): Promise<void>;
};

const HEADER_BYTES = 8;
/** A request is told as method, route and id; those that find no slot are not told. */
const SLOT_BYTES = 256;
const SLOTS = 64;
const [BEATS, DEBUGGED] = [0, 1];
const BEAT_MS = 1_000;

export function createWatchdog(limitMs: number): Watchdog {
  const shared = new SharedArrayBuffer(HEADER_BYTES + SLOTS * SLOT_BYTES);
  const numbers = new Int32Array(shared, 0, HEADER_BYTES / Int32Array.BYTES_PER_ELEMENT);
  const bytes = Buffer.from(shared);
  const free = Array.from({ length: SLOTS }, (_, slot) => HEADER_BYTES + slot * SLOT_BYTES);
  const slots = new Map<Note, number>();
  let thread: Worker | null = null;
  let beating: NodeJS.Timeout | undefined;
  // Who debugs a process stops it for as long as they like.
  const beat = () => {
    Atomics.store(numbers, DEBUGGED, debuggerUrl() === undefined ? 0 : 1);
    Atomics.add(numbers, BEATS, 1);
    Atomics.notify(numbers, BEATS);
  };
  return {
    began(note) {
      const slot = free.pop();
      if (slot === undefined) return;
      slots.set(note, slot);
      const text = `${note.method} ${note.route} ${note.id}`;
      bytes[slot] = bytes.write(text, slot + 1, SLOT_BYTES - 1, 'latin1');
    },
    ended(note) {
      const slot = slots.get(note);
      if (slot === undefined) return;
      bytes[slot] = 0;
      slots.delete(note);
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
