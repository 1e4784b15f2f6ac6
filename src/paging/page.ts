// A page of a listing: its bounds, and the signed, opaque cursor at which it starts. A listing is ordered by one text
// key, and a cursor contains that key, so it outlives the row it was taken from.
import { createCipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { PAGE_SIZE_MAX } from '../db/read/page.js';
import { errors } from '../errors.js';

export const PAGE_SIZE = 20;
export { PAGE_SIZE_MAX };

const SIGNATURE_BYTES = 16;
const EXPIRY_BYTES = 6;
const SCOPE_BYTES = 8;
const HEAD_BYTES = EXPIRY_BYTES + SCOPE_BYTES;
const NEVER = 2 ** (8 * EXPIRY_BYTES) - 1;

export function pageSize(size: number | null | undefined, argument = 'first'): number {
  if (size === null || size === undefined) return PAGE_SIZE;
  if (size < 1) throw errors.notPositiveInteger(argument);
  if (size > PAGE_SIZE_MAX) throw errors.tooLarge(argument, PAGE_SIZE_MAX);
  return size;
}

export type PageBounds = {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
};

/** Number of entries, and the end from which they are taken among all between the cursors. */
export function pageEnd({ first, last }: PageBounds): { take: number; fromEnd: boolean } {
  if (last == null) return { take: pageSize(first), fromEnd: false };
  if (first != null) throw errors.notBothEnds();
  return { take: pageSize(last, 'last'), fromEnd: true };
}

export type Cursors = {
  /**
   * `scope` is the listing with its filters, where alone it is valid. A lasting cursor never expires; its key is
   * encrypted.
   */
  write(key: string, scope: string, options?: { lasting?: boolean }): string;
  /** Throws "Invalid cursor" unless it is one of ours and has not expired, for any listing. */
  check(cursor: string, argument?: CursorArgument): void;
  /** Returns the key, or throws "Invalid cursor". */
  read(cursor: string, scope: string, argument?: CursorArgument): string;
};

type CursorArgument = 'after' | 'before' | 'cursor';

export type CursorOptions = {
  /** The first one signs; all are accepted. */
  secrets: () => readonly string[];
  lifetimeMs: number;
  now?: () => number;
};

export function createCursors({ secrets, lifetimeMs, now = Date.now }: CursorOptions): Cursors {
  function open(cursor: string, argument?: string): Buffer {
    const bytes = Buffer.from(cursor, 'base64url');
    const content = bytes.subarray(SIGNATURE_BYTES);
    // The decoder ignores stray characters, so only the canonical encoding of the bytes is accepted.
    if (content.length < HEAD_BYTES || bytes.toString('base64url') !== cursor) throw errors.invalidCursor(argument);
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const isSealed = content.readUIntBE(0, EXPIRY_BYTES) === NEVER;
    const opened = secrets()
      .map((secret) => ({ secret, content: isSealed ? sealed(content, signature, secret) : content }))
      .find((each) => timingSafeEqual(sign(each.content, each.secret), signature))?.content;
    if (!opened) throw errors.invalidCursor(argument);
    if (opened.readUIntBE(0, EXPIRY_BYTES) < now()) throw errors.invalidCursor(argument);
    return opened;
  }

  return {
    write(key, scope, { lasting = false } = {}) {
      const expiry = Buffer.alloc(EXPIRY_BYTES);
      expiry.writeUIntBE(lasting ? NEVER : expiryOf(now(), lifetimeMs), 0, EXPIRY_BYTES);
      const content = Buffer.concat([expiry, digest(scope), Buffer.from(key)]);
      const secret = secrets()[0] ?? '';
      const signature = sign(content, secret);
      return Buffer.concat([signature, lasting ? sealed(content, signature, secret) : content]).toString('base64url');
    },
    check: (cursor, argument) => void open(cursor, argument),
    read(cursor, scope, argument) {
      const content = open(cursor, argument);
      if (!content.subarray(EXPIRY_BYTES, HEAD_BYTES).equals(digest(scope))) throw errors.invalidCursor(argument);
      return content.toString('utf8', HEAD_BYTES);
    },
  };
}

/**
 * Encrypts or decrypts the key, because a position may be at something that its holder cannot see. The IV is the
 * signature of the plaintext, so that one position has one cursor.
 */
function sealed(content: Buffer, signature: Buffer, secret: string): Buffer {
  const cipher = createCipheriv('aes-256-ctr', createHmac('sha256', secret).update('seal').digest(), signature);
  return Buffer.concat([content.subarray(0, HEAD_BYTES), cipher.update(content.subarray(HEAD_BYTES)), cipher.final()]);
}

function sign(content: Buffer, secret: string): Buffer {
  return createHmac('sha256', secret).update(content).digest().subarray(0, SIGNATURE_BYTES);
}

/** Maximum lifetime of a cursor. */
export function cursorLifeMs(lifetimeMs: number): number {
  return lifetimeMs + cursorStepMs(lifetimeMs);
}

/** How long the same key gets the same cursor; remembered answers, which contain cursors, get no older. */
export function cursorStepMs(lifetimeMs: number): number {
  return Math.max(1, Math.floor(lifetimeMs / 24));
}

/**
 * Constant for a while, and never too early: two processes that answer the same request give the same cursor, so that
 * their answers have the same ETag.
 */
function expiryOf(now: number, lifetimeMs: number): number {
  const step = cursorStepMs(lifetimeMs);
  return (Math.floor(now / step) + 1) * step + lifetimeMs;
}

function digest(scope: string): Buffer {
  return createHash('sha256').update(scope).digest().subarray(0, SCOPE_BYTES);
}
