import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { PageBytes } from './made-page.js';

/** The page known by this name, or what `write` gives, compressed. */
export type TextPages = (name: string, contentType: string, write: () => string) => Promise<PageBytes>;

/** Pages name the address they are asked at, which a caller can make up: only the last few are kept. */
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

async function pack(contentType: string, bytes: Buffer<ArrayBuffer>): Promise<PageBytes> {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const [gzipped, brotli] = await Promise.all([promisify(gzip)(bytes), promisify(brotliCompress)(bytes)]);
  return {
    hash,
    contentType,
    bodies: new Map([['identity', bytes] as const, ['gzip', gzipped] as const, ['br', brotli] as const]),
  };
}
