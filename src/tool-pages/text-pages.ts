import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CODINGS } from '../http/coding.js';
import { type Bytes, encode } from '../http/encode.js';
import type { PageBytes } from './made-page.js';

/** Returns the cached page of this name, or compresses and caches the result of `write`. */
export type TextPages = (name: string, contentType: string, write: () => string) => Promise<PageBytes>;

/** Pages contain the address of the request, which a client can invent, so the cache is bounded. */
const PAGES_MAX = 32;

export function createTextPages(): TextPages {
  const pages = new LRUCache<string, Promise<PageBytes>>({ max: PAGES_MAX });
  return (name, contentType, write) => {
    const known = pages.get(name);
    if (known) return known;
    const page = pack(contentType, Buffer.from(write()));
    pages.set(name, page);
    page.catch(() => pages.delete(name));
    return page;
  };
}

async function pack(contentType: string, bytes: Bytes): Promise<PageBytes> {
  const bodies = await Promise.all(CODINGS.map(async (coding) => [coding, await encode(bytes, coding)] as const));
  return { hash: hash('sha256', bytes, 'base64url').slice(0, 22), contentType, bodies: new Map(bodies) };
}
