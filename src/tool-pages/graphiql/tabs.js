// GraphiQL keeps its tabs in local storage. They are adjusted here before it reads them; what the visitor has typed
// stays.
import { currentKey, settings } from '../frame/key.js';

const TABS = 'graphiql:tabState';
const KEY_IN_TABS = 'gateway:key-in-tabs';

const bearer = (key) => `Bearer ${key}`;
export const headers = JSON.stringify({ Authorization: bearer(currentKey()) }, null, 2);

export function readTabs() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem(TABS));
    return tabs[activeTabIndex] ? { tabs, activeTabIndex } : null;
  } catch {
    return null;
  }
}

export function keepTabs({ tabs, activeTabIndex }) {
  const kept = tabs.map((tab) => ({ ...tab, headers: withCurrentKey(tab.headers) }));
  localStorage.setItem(TABS, JSON.stringify({ tabs: kept, activeTabIndex }));
  localStorage.setItem(KEY_IN_TABS, currentKey());
  // GraphiQL opens another tab at each visit unless these match the active one.
  for (const part of ['query', 'variables', 'headers']) {
    const text = kept[activeTabIndex][part];
    if (text) localStorage.setItem(`graphiql:${part}`, text);
    else localStorage.removeItem(`graphiql:${part}`);
  }
}

/** Replaces only a key that a page filled in itself, never one that the visitor typed into the headers. */
function withCurrentKey(text) {
  const replaced = [...settings.filledIn, localStorage.getItem(KEY_IN_TABS)].map(bearer);
  try {
    const current = JSON.parse(text);
    const name = Object.keys(current).find((header) => header.toLowerCase() === 'authorization');
    return replaced.includes(current[name])
      ? JSON.stringify({ ...current, [name]: bearer(currentKey()) }, null, 2)
      : text;
  } catch {
    return text;
  }
}

/** The tabs of a first visit, followed by the other open ones. */
export function withFirstTabs(tabs) {
  const own = tabs.filter((tab) => !settings.pages.some(({ query }) => query === tab.query));
  return { tabs: [...settings.pages.map(tabOf), ...own], activeTabIndex: 0 };
}

/** Activates the tab of the example with this name, and opens it unless it is open unchanged. */
export function withExample({ tabs, activeTabIndex }, name) {
  const example = [...settings.pages, ...settings.live, ...settings.routes].find((each) => each.name === name);
  if (!example) return { tabs, activeTabIndex };
  const open = tabs.findIndex(({ query }) => query === example.query);
  return open < 0 ? { tabs: [...tabs, tabOf(example)], activeTabIndex: tabs.length } : { tabs, activeTabIndex: open };
}

function tabOf({ name, query, variables }) {
  const id = `${name}-${Date.now()}`;
  return { id, title: name, operationName: name, query, variables, headers, response: null };
}
