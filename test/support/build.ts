import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Fast if dist is up to date. */
export async function build(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build.js')]);
}

/** `entry` is a file of the built service, such as `cli/keys.js`. */
export function distFile(entry: string, dist = join(root, 'dist')): string {
  return join(dist, entry);
}
