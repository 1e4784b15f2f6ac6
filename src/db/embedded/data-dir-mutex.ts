// A short mutex between processes on one folder. It is held for milliseconds; the file contains the holder's id, so
// that a stale file of a crashed process can be distinguished from that of the next holder.
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DbError } from '../db-error.js';

const LEFT_BEHIND_MS = 3_000;
const GIVE_UP_MS = 10_000;

/** Runs `work` while no other process holds the mutex of this folder. */
export async function withDataDirMutex<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const file = join(folder, 'turn');
  const mine = randomUUID();
  let seen = '';
  let since = performance.now();
  while (!(await create(file, mine))) {
    const holder = await readText(file);
    const waited = performance.now() - since;
    if (holder !== seen) [seen, since] = [holder, performance.now()];
    else if (waited > GIVE_UP_MS) throw new DbError(`Another process died while it opened ${folder}. Remove ${file}.`);
    else if (waited > LEFT_BEHIND_MS) await removeLeftBehind(file, seen);
    await sleep(20);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Only one waiting process removes the stale file, and never a file that another has created since. */
async function removeLeftBehind(file: string, holder: string) {
  const removal = `${file}.${holder}`;
  if (!(await create(removal, ''))) return;
  if ((await readText(file)) === holder) await rm(file, { force: true });
  await rm(removal, { force: true });
}

/** Returns false if the file exists. */
async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new DbError(`DATA_DIR cannot be written: ${file} (${code}).`);
  }
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
