// Runs in the browser, behind the bundle: `YogaGraphiQL` and `workerSources` come before it.
import { keepKey } from '../frame/key.js';
import { setUpEditors } from './editors.js';
import { exampleInAddress, setUpMenu } from './menu.js';
import { headers, keepTabs, readTabs, withExample, withFirstTabs } from './tabs.js';

const RESTORE = 'gateway:restore-examples';

const stored = readTabs();
const restored = stored && !localStorage.getItem(RESTORE) ? stored : withFirstTabs(stored?.tabs ?? []);
const state = withExample(restored, exampleInAddress());
localStorage.removeItem(RESTORE);
keepTabs(state);
setUpBar();
setUpMenu();
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
  document.getElementById('key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    keepKey();
    reload(event.submitter);
  });
  document.getElementById('restore').addEventListener('click', (event) => {
    localStorage.setItem(RESTORE, 'yes');
    reload(event.currentTarget);
  });
}

/** After GraphiQL has stored what was typed last, which takes it half a second. */
function reload(button) {
  if (button) button.disabled = true;
  setTimeout(() => location.reload(), 700);
}
