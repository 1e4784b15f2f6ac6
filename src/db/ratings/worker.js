// @ts-check
// In JavaScript, for a thread begins with a file, and so src and dist have the same one. In src there is TypeScript
// beside it, which is loaded by tsx as everything else is there.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const isBuilt = existsSync(new URL('./run.js', import.meta.url));
/** @type {typeof import('./run.js')} */
const { run } = isBuilt
  ? await import('./run.js')
  : await (await import('tsx/esm/api')).tsImport('./run.ts', import.meta.url);

await run(/** @type {import('node:worker_threads').MessagePort} */ (parentPort), workerData);
