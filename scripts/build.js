// Builds src into dist, and each package's src into a dist of its own: compiles TypeScript to JavaScript file by file and
// copies everything else. A build takes well under a second, so every command builds first and the service only ever runs
// from dist. A dist that is up to date is left alone, because another process may be loading it.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const { engines, workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Folders with a src, which is built into their dist; last the service, which imports the others. */
const ROOMS = [...workspaces.map((folder) => join(root, folder)), root];
const STAMP = 'made-from.txt';
/** The site serves it as a page. */
const GUIDE = 'docs/api.md';

// An older Node would end at the first import that it lacks, and with a stack trace.
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
} else if (!ROOMS.every((room) => existsSync(join(room, 'dist', STAMP)))) {
  // Without development dependencies the existing build is run as it is.
  process.stderr.write('dist is missing, and building it needs the development dependencies: npm install\n');
  process.exit(1);
}

function isSource(file) {
  return /\.tsx?$/.test(file);
}

/** Builds into other folders and then swaps them in, so that a command that starts meanwhile never finds half a build. */
async function build({ build: compile, version }) {
  const made = await Promise.all(ROOMS.map((room) => make(room, compile, version)));
  for (const { making, dist } of made.filter(Boolean)) swapIn(making, dist);
}

async function make(room, compile, version) {
  const [src, dist] = [join(room, 'src'), join(room, 'dist')];
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.generated.ts'))
    .sort();
  const copied = [
    ...files.filter((name) => !isSource(name)).map((file) => [file, file.slice(src.length)]),
    ...(room === root ? [[join(root, GUIDE), GUIDE]] : []),
  ];
  const now = fingerprint([...files, ...copied.map(([file]) => file)], version);
  if (stampOf(dist) === now) return null;
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
  for (const [file, path] of copied) {
    const target = join(making, path);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
  writeFileSync(join(making, STAMP), now);
  return { making, dist };
}

/** Two builds may end at the same time: each moves away the dist that it finds until its own rename succeeds. */
function swapIn(making, dist) {
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
    .update(readFileSync(fileURLToPath(import.meta.url)));
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return `${hash.digest('hex')}\n`;
}

function stampOf(folder) {
  const file = join(folder, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
