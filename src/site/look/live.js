// Keeps the page of a running event up to date: a stream reports that the page has changed, then the differences are
// applied.
const strip = document.getElementById('live');
const said = document.getElementById('said');
const [words] = strip.children;
const DEAD_MS = 45000;
const AGAIN_MS = 3000;
const AGAIN_MAX_MS = 60000;
const SAY_MS = 30000;
const MARK_MS = 4000;
const WORDS = { off: 'not connected, retrying', behind: 'out of date, retrying' };
let source;
let connected;
let failed;
let openAfter = AGAIN_MS;
let loadAfter = AGAIN_MS;
let tag;
let told;
let looks;
let silence;
let again;
let loading;
let busy;
let stale;
let saying;
let saidAt = 0;
let changedAt;
let changes = 0;
let marks = 0;

const clock = () => new Date().toLocaleTimeString('en-GB', { timeStyle: 'short' });
const since = clock();

function tell() {
  const state = connected ? (failed ? 'behind' : 'on') : 'off';
  strip.dataset.state = state;
  words.textContent = WORDS[state] ?? `live · ${changedAt ? `last change ${changedAt}` : `no change since ${since}`}`;
}

function close() {
  for (const timer of [silence, again, loading]) clearTimeout(timer);
  source?.close();
  source = null;
  connected = failed = false;
}

// A connection can die silently, so it is reopened after a time without a beat.
function alive() {
  clearTimeout(silence);
  silence = setTimeout(lost, DEAD_MS);
  openAfter = AGAIN_MS;
  connected = true;
  tell();
}

// The browser connects again by itself, after the `retry` that the service has sent.
function away() {
  connected = false;
  tell();
}

// The service refuses: too many visitors, or too much asked for.
function lost() {
  close();
  tell();
  again = setTimeout(open, openAfter * (1 + Math.random() / 4));
  openAfter = Math.min(2 * openAfter, AGAIN_MAX_MS);
}

function open() {
  if (document.hidden || source) return;
  source = new EventSource(strip.dataset.stream);
  source.addEventListener('beat', alive);
  source.addEventListener('change', ({ data }) => {
    alive();
    told = data;
    looks = 8;
    if (!failed && !tag?.includes(data)) update();
  });
  source.addEventListener('end', () => {
    clearTimeout(silence);
    away();
  });
  source.onerror = () => (source.readyState === EventSource.CLOSED ? lost() : away());
}

async function update() {
  stale = busy;
  if (busy) return;
  busy = true;
  // Otherwise there would be two sequences of attempts from now on, each with a timer, of which `close` stops one.
  clearTimeout(loading);
  let wait = 0;
  try {
    const options = tag ? { headers: { 'If-None-Match': tag }, cache: 'no-store' } : { cache: 'no-cache' };
    const response = await fetch(location.href, options);
    failed = !response.ok && response.status !== 304;
    wait = 1000 * response.headers.get('retry-after');
    if (response.status === 404) location.reload();
    if (response.ok) {
      const text = await response.text();
      tag = response.headers.get('etag');
      replace(new DOMParser().parseFromString(text, 'text/html'));
    }
  } catch {
    failed = true;
  }
  busy = false;
  // Otherwise it is told of the change again once it is connected.
  failed &&= connected;
  tell();
  if (failed) {
    loading = setTimeout(update, Math.max(wait, loadAfter));
    loadAfter = Math.min(2 * loadAfter, AGAIN_MAX_MS);
    return;
  }
  loadAfter = AGAIN_MS;
  if (stale) update();
  // Another process may have answered, which has not received the change yet.
  else if (!tag?.includes(told) && looks-- > 0) loading = setTimeout(update, 500);
}

function replace(next) {
  const main = document.querySelector('main');
  const moving = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const before = new Map([...main.querySelectorAll('[data-key]')].map((row) => [row, row.getBoundingClientRect().top]));
  const focus = document.activeElement;
  const { scrollX: left, scrollY: top } = window;
  changes = 0;
  morph(main, next.querySelector('main'));
  if (changes === 0) return;
  document.title = next.title;
  if (focus !== document.activeElement && focus.isConnected) focus.focus({ preventScroll: true });
  scrollTo({ left, top, behavior: 'instant' });
  for (const [row, was] of moving ? before : []) {
    const by = row.isConnected ? was - row.getBoundingClientRect().top : 0;
    if (by)
      row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], { duration: 450, easing: 'ease' });
  }
  changedAt = clock();
  if (!saying) saying = setTimeout(say, Math.max(0, saidAt + SAY_MS - Date.now()));
}

function say() {
  saying = 0;
  saidAt = Date.now();
  said.textContent = `This page has changed, last at ${changedAt}.`;
}

const keyOf = ({ dataset, id }) => dataset?.key ?? id;

// Shows for a moment what has changed: the innermost row or entry.
function mark(row) {
  if (!row.matches?.('tr, li, [data-key]')) return;
  marks += 1;
  row.dataset.changed = '';
  setTimeout(() => delete row.dataset.changed, MARK_MS);
}

// The visitor's, or ours.
const isKept = (name) => name === 'open' || name === 'data-changed';

function morph(from, to) {
  if (from === strip || from === said || from.isEqualNode(to)) return;
  if (from.nodeType !== Node.ELEMENT_NODE) {
    from.data = to.data;
    changes += 1;
    return;
  }
  const before = [changes, marks];
  for (const { name } of [...from.attributes]) if (!isKept(name) && !to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) {
    if (!isKept(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const left = [...from.childNodes];
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const at = left.findIndex((each) => each.nodeName === wanted.nodeName && keyOf(each) === keyOf(wanted));
    const child = at < 0 ? document.importNode(wanted, true) : left.splice(at, 1)[0];
    if (child === place) place = place.nextSibling;
    else from.insertBefore(child, place);
    if (at < 0) {
      changes += 1;
      mark(child);
    } else morph(child, wanted);
  }
  for (const child of left) child.remove();
  changes += left.length;
  if (changes > before[0] && marks === before[1]) mark(from);
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
addEventListener('pagehide', close);
addEventListener('pageshow', open);
open();
