// The menu of examples, and addresses that end in the name of one.
import { settings } from '../frame/key.js';
import { write } from './editors.js';
import { examples, indexOf, readTabs } from './tabs.js';

const menu = document.getElementById('menu');

/** The example that the address names, which is then taken out of it: a reload should show what was typed since. */
export function exampleInAddress() {
  const name = location.hash.slice(1);
  if (name) history.replaceState(null, '', location.pathname + location.search);
  return examples.find((example) => example.name === name);
}

export function setUpMenu() {
  for (const group of ['pages', 'routes']) {
    document.getElementById(group).append(...settings[group].map(({ label, name }) => new Option(label, name)));
  }
  menu.addEventListener('change', () => {
    openExample(examples.find(({ name }) => name === menu.value));
    menu.value = '';
  });
  addEventListener('hashchange', () => openExample(exampleInAddress()));
}

/** GraphiQL has no way to be told, so this does what a visitor would do. */
function openExample(example) {
  if (!example) return;
  if (!document.querySelector('.graphiql-query-editor .view-line')) {
    setTimeout(openExample, 200, example); // GraphiQL is still loading.
    return;
  }
  const open = indexOf(readTabs()?.tabs ?? [], example);
  if (open < 0) {
    document.querySelector('.graphiql-tab-add').click();
    write('operation.graphql', example.query);
    write('variables.json', example.variables);
  } else {
    document.querySelectorAll('.graphiql-tab-button')[open].click();
  }
  setTimeout(
    () => document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    300,
  );
}
