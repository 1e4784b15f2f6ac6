// Runs with every test file: what the file opened is closed, and nothing is left behind for the files after it.
import { setTimeout } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { closeAll } from './file-end.js';

/** Services, browsers, and whatever listens. */
const LEFT_BEHIND = new Set(['ProcessWrap', 'TCPServerWrap', 'PipeServerWrap']);

const opened = () => process.getActiveResourcesInfo().filter((name) => LEFT_BEHIND.has(name));
/** By a file before, which has been told already. */
const before = opened().length;

const CLOSING_MS = 2_000;

afterAll(async () => {
  await closeAll();
  let left = opened();
  // What has just been closed is counted for a few turns more.
  for (let waited = 0; left.length > before && waited < CLOSING_MS; waited += 10) {
    await setTimeout(10);
    left = opened();
  }
  if (left.length > before) throw new Error(`Still open when the file ends: ${left.join(', ')}`);
});
