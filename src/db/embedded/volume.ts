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

/** File systems that are in memory alone, and as lost as the container's own. */
const IN_MEMORY = new Set(['tmpfs', 'ramfs']);

/** Whether what is mounted at the folder, or above it, keeps it; `mounts` is the content of /proc/self/mountinfo. */
export function isMounted(folder: string, mounts: string): boolean {
  let nearest = { point: '/', type: '' };
  for (const line of mounts.split('\n')) {
    const point = unescaped(line.split(' ')[4] ?? '');
    // Of two at the same place, the later one is seen.
    if (point.length < nearest.point.length || !`${folder}/`.startsWith(`${point}/`)) continue;
    nearest = { point, type: / - (\S+)/.exec(line)?.[1] ?? '' };
  }
  return nearest.point !== '/' && !IN_MEMORY.has(nearest.type);
}

const unescaped = (text: string) =>
  text.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
