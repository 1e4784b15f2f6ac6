// Keeps the page of a running event up to date: a stream reports that the page has changed, then the differences are
// applied.
const strip = document.getElementById('live');
const said = document.getElementById('said');
const [words] = strip.children;
const DEAD_MS = 45000;
const AGAIN_MS = 3000;
const SAY_MS = 30000;
let source;
let tag;
let told;
let looks;
let silence;
let again;
let busy;
let stale;
let saying;
let saidAt = 0;
let changedAt;
let changes = 0;

const clock = () => new Date().toLocaleTimeString('en-GB', { timeStyle: 'short' });
const since = clock();

function tell(on) {
  strip.dataset.state = on ? 'on' : 'off';
  words.textContent = on
    ? `live · ${changedAt ? `last change ${changedAt}` : `no change since ${since}`}`
    : 'not connected, retrying';
}

function close() {
  clearTimeout(silence);
  clearTimeout(again);
  source?.close();
  source = null;
}

// A connection can die silently, so it is reopened after a time without a beat.
function alive() {
  clearTimeout(silence);
  silence = setTimeout(lost, DEAD_MS);
  tell(true);
}

function lost() {
  close();
  tell(false);
  again = setTimeout(open, AGAIN_MS);
}

function open() {
  if (document.hidden || source) return;
  source = new EventSource(strip.dataset.stream);
  source.addEventListener('beat', alive);
  source.addEventListener('change', ({ data }) => {
    alive();
    told = data;
    looks = 8;
    if (!tag?.includes(data)) update();
  });
  source.onerror = () => (source.readyState === EventSource.CLOSED ? lost() : tell(false));
}

async function update() {
  stale = busy;
  if (busy) return;
  busy = true;
  try {
    const options = tag ? { headers: { 'If-None-Match': tag }, cache: 'no-store' } : { cache: 'no-cache' };
    const response = await fetch(location.href, options);
    if (response.status === 404) location.reload();
    if (response.ok) {
      const text = await response.text();
      tag = response.headers.get('etag');
      replace(new DOMParser().parseFromString(text, 'text/html'));
    }
  } catch {
    tell(false);
  }
  busy = false;
  if (stale) update();
  // Another process may have answered, which has not received the change yet.
  else if (!tag?.includes(told) && looks-- > 0) setTimeout(update, 500);
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
  tell(true);
  if (!saying) saying = setTimeout(say, Math.max(0, saidAt + SAY_MS - Date.now()));
}

function say() {
  saying = 0;
  saidAt = Date.now();
  said.textContent = `This page has changed, last at ${changedAt}.`;
}

const keyOf = ({ dataset, id }) => dataset?.key ?? id;

// Keeps the `open` state of details elements as the visitor left it.
function morph(from, to) {
  if (from === strip || from === said || from.isEqualNode(to)) return;
  if (from.nodeType !== Node.ELEMENT_NODE) {
    from.data = to.data;
    changes += 1;
    return;
  }
  for (const { name } of [...from.attributes])
    if (name !== 'open' && !to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) {
    if (name !== 'open' && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  const left = [...from.childNodes];
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const at = left.findIndex((each) => each.nodeName === wanted.nodeName && keyOf(each) === keyOf(wanted));
    const child = at < 0 ? document.importNode(wanted, true) : left.splice(at, 1)[0];
    if (child === place) place = place.nextSibling;
    else from.insertBefore(child, place);
    if (at < 0) changes += 1;
    else morph(child, wanted);
  }
  for (const child of left) child.remove();
  changes += left.length;
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
addEventListener('pagehide', close);
addEventListener('pageshow', open);
open();
