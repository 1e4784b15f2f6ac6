// A worker that waits for the heartbeats of the event loop. If none arrives in time, it logs the requests in progress
// and kills the process, which cannot do so itself.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { shared, headerBytes, slotBytes, limitMs } = workerData;
const [BEATS, DEBUGGED] = [0, 1];
const numbers = new Int32Array(shared, 0, headerBytes / Int32Array.BYTES_PER_ELEMENT);
/** A process that was suspended as a whole resumes its heartbeats within this time. */
const SECOND_CHANCE_MS = 1_000;

const isSilentFor = (ms) => Atomics.wait(numbers, BEATS, Atomics.load(numbers, BEATS), ms) === 'timed-out';

function underWay() {
  const requests = [];
  for (let at = headerBytes; at < shared.byteLength; at += slotBytes) {
    const [length] = new Uint8Array(shared, at, 1);
    if (length > 0) requests.push(Buffer.from(shared, at + 1, length).toString('latin1'));
  }
  return requests;
}

for (;;) {
  if (!isSilentFor(limitMs) || Atomics.load(numbers, DEBUGGED) === 1 || !isSilentFor(SECOND_CHANCE_MS)) continue;
  const line = {
    level: 'fatal',
    time: Date.now(),
    pid: process.pid,
    requests: underWay(),
    msg: `The event loop has been blocked for more than ${limitMs / 1000} s: killing the process, so that another can replace it`,
  };
  writeSync(2, `${JSON.stringify(line)}\n`);
  process.kill(process.pid, 'SIGKILL');
}
