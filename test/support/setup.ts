// Runs with every test file: what the file opened is closed, and nothing is left behind for the files after it.
import { setTimeout } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { closeAll } from './file-end.js';

/** Services, browsers, and whatever listens. */
const LEFT_BEHIND = new Set(['ProcessWrap', 'TCPServerWrap', 'PipeServerWrap']);

const opened = () => process.getActiveResourcesInfo().filter((name) => LEFT_BEHIND.has(name));
/** By a file before, which has been told already. */
const before = opened().length;

afterAll(async () => {
  await closeAll();
  // What has just been closed is counted for a turn more.
  await setTimeout(1);
  const left = opened();
  if (left.length > before) throw new Error(`Still open when the file ends: ${left.join(', ')}`);
});
