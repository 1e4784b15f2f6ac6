// Shared by the page makers in their workers: the frame of a page with the bar on top, and its compressed bytes. Plain
// JavaScript, because a worker is started from a file.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const BROTLI_QUALITY = 6; // 2.0 MB in a second; the best quality takes half a minute for 1.8 MB

/**
 * `bar` and `main` are HTML. `script` runs after the code that all pages share, with `settings` and the key in scope.
 */
export function sendPage({ title, description, styles, bar, main, library, script }) {
  const scripts = `${library};\n{\n${join(import.meta.url, ['key.js'])}\n${script}}\n`;
  const page = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title} - Battle results gateway</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(read(import.meta.url, '../../site/look/icon.svg'))}">
<style>${read(import.meta.url, 'bar.css')}\n${styles}</style>
</head>
<body>
<header id="bar">
<h1><a href="developers">Battle results gateway</a></h1>
<nav aria-label="Tools">${workerData.links.map(link).join('\n')}</nav>
${bar}
</header>
<main>
${main}
</main>
<script type="application/json" id="settings">${inScript(workerData)}</script>
<script>${scripts}</script>
</body>
</html>
`);
  const made = { hash: digest(page, 'base64url').slice(0, 22), scriptHash: `sha256-${digest(scripts, 'base64')}` };
  parentPort.postMessage({ ...made, bodies: { identity: page, gzip: gzipSync(page) } });
  parentPort.postMessage({ ...made, bodies: { br: brotli(page) } });
}

/** JSON that cannot close the script element that contains it. */
export function inScript(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Reads a file beside the calling module. */
export function read(module, name) {
  return readFileSync(new URL(name, module), 'utf8');
}

/** Joins modules beside the calling one into one script. Each must come after those it imports from. */
export function join(module, names) {
  return names.map((name) => read(module, name).replace(/^import [^;]*;\n|^export /gm, '')).join('\n');
}

function link({ name, href, here }) {
  return `<a href="${href}"${here ? ' aria-current="page"' : ''}>${name}</a>`;
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

function digest(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}
