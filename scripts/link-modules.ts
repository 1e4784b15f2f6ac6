import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Our own packages: links to folders beside node_modules. */
const OURS = '@battle-results';

/**
 * Gives a copy of a checkout the packages that are installed there, and its own packages of ours. The cache beside them is
 * not shared: it holds what is made from the code.
 */
export function linkModules(checkout: string, copy: string): void {
  const [from, to] = [join(checkout, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from).filter((each) => each !== '.cache' && each !== OURS)) {
    symlinkSync(join(from, name), join(to, name));
  }
  cpSync(join(from, OURS), join(to, OURS), { recursive: true, verbatimSymlinks: true });
}
