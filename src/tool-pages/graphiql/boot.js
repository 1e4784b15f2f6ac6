// Runs in the browser, behind the bundle: `YogaGraphiQL` and `workerSources` come before it. GraphiQL cannot be told from
// outside to open a tab: its tabs are put right in local storage before it starts, so a change of them is a reload.
import { keepKey, settings } from '../frame/key.js';
import { setUpEditors } from './editors.js';
import { headers, keepTabs, readTabs, withExample, withFirstTabs } from './tabs.js';

const RESTORE = 'restore';

// An address may end in the name of an example, which is then taken out of it: a reload shows what was typed since.
const named = location.hash.slice(1);
if (named) history.replaceState(null, '', location.pathname + location.search);
const stored = readTabs();
const state = withExample(stored && named !== RESTORE ? stored : withFirstTabs(stored?.tabs ?? []), named);
keepTabs(state);
setUpBar();
setUpEditors();
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  // A POST to the page's own address would make the browser forget the page and transfer it again at each visit.
  endpoint: `${location.pathname}?graphiql`,
  headers,
  defaultTabs: state.tabs,
  defaultEditorToolsVisibility: matchMedia('(max-width: 700px)').matches ? false : 'headers',
  // Otherwise the text goes into the address, where a reload would take it for a GraphQL request.
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

/** After GraphiQL has stored what was typed last, which takes it half a second. */
function reload() {
  for (const control of document.querySelectorAll('#bar :is(button, select)')) control.disabled = true;
  setTimeout(() => location.reload(), 700);
}
