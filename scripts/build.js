// Builds src into dist: compiles TypeScript to JavaScript file by file and copies everything else. It takes well under
// a second, so every command builds first and the service only ever runs from dist. An up-to-date dist is left alone,
// because another process may be loading it.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
const STAMP = 'made-from.txt';
/** The site serves it as a page. */
const GUIDE = 'docs/api.md';

// An older Node would end at the first import that it lacks, and with a stack trace.
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [least, own] = [engines.node.slice(2), process.versions.node];
if (own.localeCompare(least, 'en', { numeric: true }) < 0) {
  process.stderr.write(`Node ${least} or newer is needed, and this is ${own}.\n`);
  process.exit(1);
}

const esbuild = await import('esbuild').catch(() => null);

if (esbuild) {
  const { generate } = await import('./generate.js');
  generate();
  await build(esbuild);
} else if (!existsSync(join(dist, 'main.js'))) {
  // Without development dependencies the existing build is run as it is.
  process.stderr.write('dist is missing, and building it needs the development dependencies: npm install\n');
  process.exit(1);
}

function isSource(file) {
  return /\.tsx?$/.test(file);
}

/**
 * Builds into another folder and then swaps it in, so that a command that starts meanwhile never finds half a build.
 */
async function build({ build: compile, version }) {
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.generated.ts'))
    .sort();
  const now = fingerprint(files, version);
  if (stampOf(dist) === now) return;
  const making = `${dist}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  await compile({
    entryPoints: files.filter(isSource),
    outdir: making,
    outbase: src,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  for (const file of files.filter((name) => !isSource(name))) {
    const target = join(making, file.slice(src.length));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  mkdirSync(join(making, 'docs'));
  cpSync(join(root, GUIDE), join(making, GUIDE));
  writeFileSync(join(making, STAMP), now);
  swapIn(making);
}

/** Two builds may end at the same time: each moves away the dist that it finds until its own rename succeeds. */
function swapIn(making) {
  const old = `${making}.old`;
  for (let swapped = false; !swapped; ) {
    tryRename(dist, old, ['ENOENT']);
    swapped = tryRename(making, dist, ['ENOTEMPTY', 'EEXIST']);
    rmSync(old, { recursive: true, force: true });
  }
}

function tryRename(from, to, forgiven) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (forgiven.includes(error.code)) return false;
    throw error;
  }
}

function fingerprint(files, version) {
  const hash = createHash('sha256')
    .update(version)
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readFileSync(join(root, GUIDE)));
  for (const file of files) hash.update(file.slice(src.length)).update('\0').update(readFileSync(file)).update('\0');
  return `${hash.digest('hex')}\n`;
}

function stampOf(folder) {
  const file = join(folder, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
