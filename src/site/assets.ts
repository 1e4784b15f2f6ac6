// The style sheet, the icon and the live module. Each has a hash of its content in its name, so browsers can cache it
// forever.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { alwaysHeaders, createAnswer, replyOf } from '../http/answer.js';
import type { Face } from '../http/face.js';
import { READ_METHODS } from '../http/methods.js';
import { treeRules } from './components/bracket-layout.js';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

type Asset = { path: string; type: string; text: string };

const asset = (name: string, ending: string, type: string, text: string): Asset => ({
  path: `/${name}-${hash('sha256', text, 'hex').slice(0, 10)}.${ending}`,
  type,
  text,
});

export const STYLES = asset('site', 'css', 'text/css; charset=utf-8', `${read('look/site.css')}${treeRules()}`);
export const ICON = asset('icon', 'svg', 'image/svg+xml', read('look/icon.svg'));

/** Strips whole-line comments and indentation. */
const code = (text: string) => text.replace(/^\s*\/\/.*\n/gm, '').replace(/^\s+/gm, '');

export const LIVE = asset('live', 'js', 'text/javascript; charset=utf-8', code(read('look/live.js')));
export const LIVE_INTEGRITY = `sha384-${hash('sha384', LIVE.text, 'base64')}`;

const IMMUTABLE = alwaysHeaders({ 'cache-control': 'public, max-age=31536000, immutable' });

export function assets(): Face[] {
  return [STYLES, ICON, LIVE].map(({ path, type, text }) => {
    const about = { route: path, operation: 'asset' };
    const answer = createAnswer(about, [text], ['content-type', type], IMMUTABLE);
    return {
      path,
      methods: READ_METHODS,
      access: 'public',
      form: 'rest',
      name: 'asset',
      handle: (call) => replyOf(answer, call),
    };
  });
}
