// A page of a listing: its bounds, and the signed, opaque cursor that says where it starts. A listing is ordered by
// one text key, so a cursor is that key: it outlives the row it was taken from.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors } from './errors.js';

export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 100;

const SIGNATURE_BYTES = 16;
const EXPIRY_BYTES = 6;

export function pageSize(first: number | null | undefined): number {
  if (first === null || first === undefined) return PAGE_SIZE;
  if (first < 1) throw errors.limitNotPositive();
  if (first > PAGE_SIZE_MAX) throw errors.limitTooLarge();
  return first;
}

export type Cursors = {
  /** `scope` names the listing with its filters; a cursor works nowhere else. */
  write(key: string, scope: string): string;
  /** The key, or throws "Invalid cursor". */
  read(cursor: string, scope: string): string;
};

export type CursorOptions = { secret: string; lifetimeMs: number; now?: () => number };

export function createCursors({ secret, lifetimeMs, now = Date.now }: CursorOptions): Cursors {
  const sign = (content: Buffer, scope: string) =>
    createHmac('sha256', secret).update(scope).update('\0').update(content).digest().subarray(0, SIGNATURE_BYTES);
  return {
    write(key, scope) {
      const expiry = Buffer.alloc(EXPIRY_BYTES);
      expiry.writeUIntBE(now() + lifetimeMs, 0, EXPIRY_BYTES);
      const content = Buffer.concat([expiry, Buffer.from(key)]);
      return Buffer.concat([sign(content, scope), content]).toString('base64url');
    },
    read(cursor, scope) {
      const bytes = Buffer.from(cursor, 'base64url');
      const content = bytes.subarray(SIGNATURE_BYTES);
      // The decoder forgives stray characters, so only the one true spelling of the bytes is taken.
      if (content.length < EXPIRY_BYTES || bytes.toString('base64url') !== cursor) throw errors.invalidCursor();
      if (!timingSafeEqual(sign(content, scope), bytes.subarray(0, SIGNATURE_BYTES))) throw errors.invalidCursor();
      if (content.readUIntBE(0, EXPIRY_BYTES) < now()) throw errors.invalidCursor();
      return content.toString('utf8', EXPIRY_BYTES);
    },
  };
}
