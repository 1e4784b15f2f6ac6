import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** Not copied: made by others, or large. */
const LEFT_OUT = /^(node_modules|\.git|dist|dist\..*|\.data|screenshots)$/;

/** A copy of the checkout as it stands, in which rules can be broken. */
export async function createScratch(checkout: string): Promise<{ root: string; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'mutations-'));
  cpSync(checkout, root, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(checkout, path)) });
  // Packages are shared. The cache beside them is not: it holds databases made from the code.
  const packages = join(checkout, 'node_modules');
  await mkdir(join(root, 'node_modules'));
  for (const name of readdirSync(packages).filter((each) => each !== '.cache')) {
    symlinkSync(join(packages, name), join(root, 'node_modules', name));
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
