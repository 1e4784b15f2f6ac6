// @ts-check
// This is JavaScript because a worker starts from a file, so that src and dist have the same one. In src the module
// beside it is TypeScript, which tsx loads.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const isBuilt = existsSync(new URL('./run.js', import.meta.url));
/** @type {typeof import('./run.js')} */
const { run } = isBuilt
  ? await import('./run.js')
  : await (await import('tsx/esm/api')).tsImport('./run.ts', import.meta.url);

await run(/** @type {import('node:worker_threads').MessagePort} */ (parentPort), workerData);
