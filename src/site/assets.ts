// The style sheet, the icons and the live module. Each has a hash of its content in its name, so browsers can cache it
// forever; the manifest, which names the icons, has not.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { alwaysHeaders, createAnswer, replyOf } from '../http/answer.js';
import type { Call } from '../http/call.js';
import { type Endpoint, publicEndpoint } from '../http/endpoint.js';
import { createReply } from '../http/reply.js';
import { treeRules } from './components/bracket-layout.js';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

export type Asset = { path: string; type: string; body: string | Uint8Array<ArrayBuffer> };

export const asset = (name: string, ending: string, type: string, body: Asset['body']): Asset => ({
  path: `/${name}-${hash('sha256', body, 'hex').slice(0, 10)}.${ending}`,
  type,
  body,
});

export const STYLES_TEXT = `${read('look/site.css')}${treeRules()}`;
export const ICON_TEXT = read('look/icon.svg');

/** Strips whole-line comments and indentation. */
const code = (text: string) => text.replace(/^\s*\/\/.*\n/gm, '').replace(/^\s+/gm, '');

const LIVE_TEXT = code(read('look/live.js'));
export const LIVE = asset('live', 'js', 'text/javascript; charset=utf-8', LIVE_TEXT);
export const LIVE_INTEGRITY = `sha384-${hash('sha384', LIVE_TEXT, 'base64')}`;

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
const CHECKED = { 'cache-control': 'public, no-cache' };

type Assets = Record<'styles' | 'icon' | 'touchIcon' | 'manifest', Asset>;

export function assets({ styles, icon, touchIcon, manifest }: Assets): Endpoint[] {
  return [
    ...[styles, icon, touchIcon, LIVE].map((each) => assetEndpoint(each, IMMUTABLE)),
    assetEndpoint(manifest, CHECKED),
  ];
}

function assetEndpoint({ path, type, body }: Asset, headers: Record<string, string>): Endpoint {
  const about = { route: path, operation: 'asset' };
  const answer =
    typeof body === 'string' ? createAnswer(about, [body], ['content-type', type], alwaysHeaders(headers)) : null;
  const handle = async (call: Call) =>
    answer ? replyOf(answer, call) : createReply(200, { 'content-type': type, ...headers }, body);
  return { ...publicEndpoint(path, handle), name: 'asset' };
}
