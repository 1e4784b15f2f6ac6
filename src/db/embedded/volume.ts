// Data of a container is lost with it, unless it is on a volume.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DbError } from '../db-error.js';

/** Throws if the folder is on no file system but that of the container. */
export async function requireVolume(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  if (isMounted(folder, await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''))) return;
  throw new DbError(
    `${folder} is not on a volume: what is imported would be lost with this container. Mount one ` +
      `(-v battle-results:${folder}), or set DATABASE_URL to a PostgreSQL server. To look at the demo world without ` +
      'keeping anything, set DEMO_WORLD=true.',
  );
}

/** Whether the folder, or one that it is in, is mounted; `mounts` is the content of /proc/self/mountinfo. */
export function isMounted(folder: string, mounts: string): boolean {
  const points = mounts.split('\n').map((line) => unescaped(line.split(' ')[4] ?? ''));
  return points.some((point) => point.length > 1 && `${folder}/`.startsWith(`${point}/`));
}

const unescaped = (text: string) =>
  text.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
