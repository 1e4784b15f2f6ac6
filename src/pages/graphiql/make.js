// The maker of the page, in a worker thread (plain JavaScript, since a thread is started from a file). The page is
// ours around the parts of the offline bundle, whose own page can name no tabs and puts what is typed into the address.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql';

const BROTLI_QUALITY = 6; // 2.0 MB in a second; the best quality takes half a minute for 1.8 MB

const workers = { editorWorkerService, json: jsonWorker, graphql: graphqlWorker };
const script = `${js};\n{\nconst workerSources = ${inScript(workers)};\n${read('boot.js')}}\n`;
const page = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL - Battle results gateway</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(read('icon.svg'))}">
<style>${css}\n${read('look.css')}</style>
</head>
<body>
${read('bar.html')}
<div id="root"><p id="loading">Loading GraphiQL ...</p></div>
<noscript>GraphiQL needs JavaScript. Without it, send a POST request to this address.</noscript>
<script type="application/json" id="settings">${inScript(workerData)}</script>
<script>${script}</script>
</body>
</html>
`);
const made = { hash: digest(page, 'base64url').slice(0, 22), scriptHash: `sha256-${digest(script, 'base64')}` };

parentPort.postMessage({ ...made, bodies: { identity: page, gzip: gzipSync(page) } });
parentPort.postMessage({ ...made, bodies: { br: brotli(page) } });

/** JSON that cannot end the script element it stands in. */
function inScript(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

function digest(content, encoding) {
  return createHash('sha256').update(content).digest(encoding);
}

function read(name) {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
