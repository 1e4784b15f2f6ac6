// Runs in the browser, behind the bundle: `YogaGraphiQL` and `workerSources` come before it. GraphiQL keeps its tabs
// in local storage. Here they are put right before it reads them; what the visitor has typed stays.
const settings = JSON.parse(document.getElementById('settings').textContent);
const KEY = 'gateway:key';
const KEY_BEFORE = 'gateway:key-before';
const RESTORE = 'gateway:restore-examples';

const bearer = (key) => (key ? `Bearer ${key}` : settings.authorization);
const authorization = bearer(localStorage.getItem(KEY));
const headers = JSON.stringify({ Authorization: authorization }, null, 2);
const defaultTabs = settings.examples.map(({ query, variables }) => ({ query, variables, headers }));

const stored = readTabs();
if (stored) keepTabs(stored);
localStorage.removeItem(RESTORE);
setUpBar();
setUpEditors();
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  // A POST to the page's own address would make the browser forget the page and transfer it again at each visit.
  endpoint: `${location.pathname}?graphiql`,
  headers,
  defaultTabs,
  defaultEditorToolsVisibility: matchMedia('(max-width: 700px)').matches ? false : 'headers',
  // Otherwise the text goes into the address, where a reload would take it for a GraphQL request.
  onEditQuery() {},
});

function readTabs() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    return tabs[activeTabIndex] ? { tabs, activeTabIndex } : null;
  } catch {
    return null;
  }
}

function keepTabs(state) {
  const { tabs, activeTabIndex } = localStorage.getItem(RESTORE) ? withExamples(state.tabs) : state;
  const kept = tabs.map((tab) => ({ ...tab, headers: withCurrentKey(tab.headers) }));
  localStorage.setItem('graphiql:tabState', JSON.stringify({ tabs: kept, activeTabIndex }));
  // GraphiQL opens one more tab at each visit unless these agree with the active one.
  for (const part of ['query', 'variables', 'headers']) {
    const text = kept[activeTabIndex][part];
    if (text) localStorage.setItem(`graphiql:${part}`, text);
    else localStorage.removeItem(`graphiql:${part}`);
  }
}

/** Only a key that the page filled in itself is replaced, never one typed into the headers. */
function withCurrentKey(text) {
  const replaced = [...settings.filledIn, bearer(localStorage.getItem(KEY_BEFORE))];
  try {
    const current = JSON.parse(text);
    const name = Object.keys(current).find((header) => header.toLowerCase() === 'authorization');
    return replaced.includes(current[name]) ? JSON.stringify({ ...current, [name]: authorization }, null, 2) : text;
  } catch {
    return text;
  }
}

function withExamples(tabs) {
  const own = tabs.filter((tab) => !settings.examples.some(({ query }) => query === tab.query));
  const examples = settings.examples.map(({ name, query, variables }, index) => ({
    id: `example-${index}-${Date.now()}`,
    title: name,
    operationName: name,
    query,
    variables,
    headers,
    response: null,
  }));
  return { tabs: [...examples, ...own], activeTabIndex: 0 };
}

function setUpBar() {
  const input = document.getElementById('key');
  input.value = authorization.replace(/^Bearer /, '');
  document.getElementById('key-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const key = input.value.trim();
    localStorage.setItem(KEY_BEFORE, localStorage.getItem(KEY) ?? '');
    if (key && bearer(key) !== settings.authorization) localStorage.setItem(KEY, key);
    else localStorage.removeItem(KEY);
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

function setUpEditors() {
  // The bundle leaves its editor library here when it is ready. Long lines would end behind the edge of a phone.
  Object.defineProperty(self, '__MONACO', {
    set: ({ editor }) =>
      editor.onDidCreateEditor((made) => made.updateOptions({ wordWrap: 'on', wrappingIndent: 'indent' })),
  });
  const addresses = new Map();
  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl(_, label) {
      if (!addresses.has(label)) {
        addresses.set(label, URL.createObjectURL(new Blob([workerSources[label]], { type: 'text/javascript' })));
      }
      return addresses.get(label);
    },
  };
}
