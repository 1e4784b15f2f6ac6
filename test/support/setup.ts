// Runs with every test file: closes what the file opened, and fails if anything is left open for the next files.
import { setTimeout } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { closeAll } from './file-end.js';

/** Child processes such as services and browsers, and listening sockets. */
const LEFT_BEHIND = new Set(['ProcessWrap', 'TCPServerWrap', 'PipeServerWrap']);

const opened = () => process.getActiveResourcesInfo().filter((name) => LEFT_BEHIND.has(name));
/** Left open by an earlier file, for which it was reported already. */
const before = opened().length;

const CLOSING_MS = 2_000;

afterAll(async () => {
  await closeAll();
  let left = opened();
  // Resources that have just been closed are still listed for a few event-loop turns.
  for (let waited = 0; left.length > before && waited < CLOSING_MS; waited += 10) {
    await setTimeout(10);
    left = opened();
  }
  if (left.length > before) throw new Error(`Still open when the file ends: ${left.join(', ')}`);
});
