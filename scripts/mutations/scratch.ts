import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { linkModules } from '../link-modules.js';

/** Not copied: made by others, or large. */
const LEFT_OUT = /^(node_modules|\.git|dist|dist\..*|\.data|screenshots)$/;

/** A copy of the checkout as it stands, in which rules can be broken. */
export function createScratch(checkout: string): { root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'mutations-'));
  cpSync(checkout, root, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(checkout, path)) });
  linkModules(checkout, root);
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
