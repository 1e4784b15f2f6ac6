// The page is our own around parts of the offline bundle, whose own page cannot define tabs and puts the typed text
// into the URL.
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql';
import { inScript, join, read, sendPage } from '../frame/send.js';

const workers = { editorWorkerService, json: jsonWorker, graphql: graphqlWorker };
const script = join(import.meta.url, ['tabs.js', 'editors.js', 'boot.js']);

sendPage({
  title: 'GraphiQL',
  description: 'Nested data of the battle results gateway over GraphQL, with examples to run in the browser.',
  styles: `${css}\n${read(import.meta.url, 'look.css')}`,
  bar: read(import.meta.url, 'bar.html'),
  main: `<div id="root"><p id="loading">Loading GraphiQL ...</p></div>
<noscript>GraphiQL needs JavaScript. Without it, send a POST request to this address.</noscript>`,
  library: js,
  script: `const workerSources = ${inScript(workers)};\n${script}`,
});
