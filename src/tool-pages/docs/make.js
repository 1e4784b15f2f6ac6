import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join, read, sendPage } from '../frame/send.js';

const swagger = pathToFileURL(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

sendPage({
  title: 'REST reference',
  description: 'Every route of the REST interface of the battle results gateway, to be tried in the browser.',
  styles: `${read(swagger, 'swagger-ui.css')}\n${read(import.meta.url, 'look.css')}`,
  bar: read(import.meta.url, 'bar.html'),
  main: `<div id="root"><p id="loading">Loading the REST reference ...</p></div>
<noscript>This page needs JavaScript. Without it, <a href="openapi.json">openapi.json</a> says the same.</noscript>`,
  // In an HTML document these four characters would start a comment inside the script.
  library: read(swagger, 'swagger-ui-bundle.js').replaceAll('<!--', '<!\\x2d-'),
  script: join(import.meta.url, ['document.js', 'graphql.js', 'boot.js']),
});
