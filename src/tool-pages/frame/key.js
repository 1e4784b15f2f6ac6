// Runs in the browser, before a page's own script. The key is kept in local storage, shared by all pages.
export const settings = JSON.parse(document.getElementById('settings').textContent);
export const keyField = document.getElementById('key');
const KEY = 'gateway:key';

/** The visitor's own key, or the one that the service fills in. */
export const currentKey = () => localStorage.getItem(KEY) || settings.key;

export function keepKey() {
  const key = keyField.value.trim();
  if (key && key !== settings.key) localStorage.setItem(KEY, key);
  else localStorage.removeItem(KEY);
}

keyField.value = currentKey();
