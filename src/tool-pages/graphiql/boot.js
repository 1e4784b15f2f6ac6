// Runs in the browser after the bundle, which defines `YogaGraphiQL` and `workerSources`. GraphiQL has no API for
// opening a tab, so its tabs are changed in local storage before it starts, and every change of them needs a reload.
import { keepKey, settings } from '../frame/key.js';
import { setUpEditors } from './editors.js';
import { headers, keepTabs, readTabs, withExample, withFirstTabs } from './tabs.js';

const RESTORE = 'restore';

// The fragment of the URL may name an example. It is removed, so that a reload shows what was typed since.
const named = location.hash.slice(1);
if (named) history.replaceState(null, '', location.pathname + location.search);
const stored = readTabs();
const state = withExample(stored && named !== RESTORE ? stored : withFirstTabs(stored?.tabs ?? []), named);
keepTabs(state);
setUpBar();
setUpEditors();
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  // A POST to the page's own URL would invalidate the cached page, and the browser would download it at each visit.
  endpoint: `${location.pathname}?graphiql`,
  headers,
  defaultTabs: state.tabs,
  defaultEditorToolsVisibility: matchMedia('(max-width: 700px)').matches ? false : 'headers',
  // By default the text goes into the URL, where a reload would be taken for a GraphQL request.
  onEditQuery() {},
});

function setUpBar() {
  const menu = document.getElementById('menu');
  for (const group of ['pages', 'live', 'routes']) {
    document.getElementById(group).append(...settings[group].map(({ label, name }) => new Option(label, name)));
  }
  menu.addEventListener('change', () => {
    location.hash = menu.value;
  });
  document.getElementById('restore').addEventListener('click', () => {
    location.hash = RESTORE;
  });
  document.getElementById('key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    keepKey();
    reload();
  });
  addEventListener('hashchange', reload);
}

/** Waits until GraphiQL has stored the latest input, which takes it half a second. */
function reload() {
  for (const control of document.querySelectorAll('#bar :is(button, select)')) control.disabled = true;
  setTimeout(() => location.reload(), 700);
}
