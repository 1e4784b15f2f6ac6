// src to dist: TypeScript to JavaScript file by file, everything else copied along. Takes well under a second, so
// every command builds first and there is only one way the service runs.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
const esbuild = await import('esbuild').catch(() => null);

if (esbuild) {
  const { generate } = await import('./generate.js');
  generate();
  await build(esbuild);
} else if (!existsSync(join(dist, 'main.js'))) {
  // Installed without development dependencies: what was built before is run as it is.
  process.stderr.write('dist is missing, and building it needs the development dependencies: npm install\n');
  process.exit(1);
}

/** Built aside and then swapped in, so that a command that starts meanwhile never finds half of it. */
async function build({ build: compile }) {
  const making = `${dist}.${process.pid}`;
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  await compile({
    entryPoints: files.filter((file) => file.endsWith('.ts')),
    outdir: making,
    outbase: src,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  });
  for (const file of files.filter((name) => !name.endsWith('.ts'))) {
    const target = join(making, file.slice(src.length));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  const old = `${making}.old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(making, dist);
  rmSync(old, { recursive: true, force: true });
}
