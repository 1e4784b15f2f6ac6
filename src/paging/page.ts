// A page of a listing: its bounds, and the signed, opaque cursor at which it starts. A listing is ordered by one text
// key, and a cursor contains that key, so it outlives the row it was taken from.
import { createCipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { PAGE_SIZE_MAX } from '../db/one-statement/page.js';
import { errors } from '../errors.js';

export const PAGE_SIZE = 20;
export { PAGE_SIZE_MAX };

const SIGNATURE_BYTES = 16;
const EXPIRY_BYTES = 6;
const SCOPE_BYTES = 8;
const HEAD_BYTES = EXPIRY_BYTES + SCOPE_BYTES;
/** In place of its expiry a lasting cursor has this mark, which no expiry begins with, and the id of its secret. */
const LASTING = Buffer.from([0xff, 0xff]);
const SECRET_ID_BYTES = EXPIRY_BYTES - LASTING.length;

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
  // The default value, which is there whenever `first` is left out.
  if (first != null && first !== PAGE_SIZE) throw errors.notBothEnds();
  return { take: pageSize(last, 'last'), fromEnd: true };
}

export type Cursors = {
  /**
   * `scope` is the listing with its filters, where alone it is valid. A lasting cursor is valid for as long as its
   * secret; its key is encrypted.
   */
  write(key: string, scope: string, options?: Lasting): string;
  /** Throws "Invalid cursor" unless it is one of ours and has not expired, for any listing. */
  check(cursor: string, argument?: CursorArgument, options?: Lasting): void;
  /** Returns the key, or throws "Invalid cursor". */
  read(cursor: string, scope: string, argument?: CursorArgument, options?: Lasting): string;
};

type CursorArgument = 'after' | 'before' | 'cursor';
/** Where lasting cursors are expected, one whose secret is not known any more is a 410. */
type Lasting = { lasting?: boolean };

export type CursorOptions = {
  /** The first one signs; all are accepted. */
  secrets: () => readonly string[];
  lifetimeMs: number;
  now?: () => number;
};

export function createCursors({ secrets, lifetimeMs, now = Date.now }: CursorOptions): Cursors {
  function open(cursor: string, argument?: string, { lasting = false }: Lasting = {}): Buffer {
    const bytes = Buffer.from(cursor, 'base64url');
    const content = bytes.subarray(SIGNATURE_BYTES);
    // The decoder ignores stray characters, so only the canonical encoding of the bytes is accepted.
    if (content.length < HEAD_BYTES || bytes.toString('base64url') !== cursor) throw errors.invalidCursor(argument);
    const signature = bytes.subarray(0, SIGNATURE_BYTES);
    const isSealed = content.subarray(0, LASTING.length).equals(LASTING);
    const possible = secrets().filter(
      (secret) => !isSealed || markOf(secret).equals(content.subarray(0, EXPIRY_BYTES)),
    );
    if (lasting && isSealed && possible.length === 0) throw errors.otherEpoch();
    const opened = possible
      .map((secret) => ({ secret, content: isSealed ? sealed(content, signature, secret) : content }))
      .find((each) => timingSafeEqual(sign(each.content, each.secret), signature))?.content;
    if (!opened) throw errors.invalidCursor(argument);
    if (!isSealed && opened.readUIntBE(0, EXPIRY_BYTES) < now()) throw errors.invalidCursor(argument);
    return opened;
  }

  return {
    write(key, scope, { lasting = false } = {}) {
      const secret = secrets()[0] ?? '';
      const head = lasting ? markOf(secret) : Buffer.alloc(EXPIRY_BYTES);
      if (!lasting) head.writeUIntBE(expiryOf(now(), lifetimeMs), 0, EXPIRY_BYTES);
      const content = Buffer.concat([head, digest(scope), Buffer.from(key)]);
      const signature = sign(content, secret);
      return Buffer.concat([signature, lasting ? sealed(content, signature, secret) : content]).toString('base64url');
    },
    check: (cursor, argument, options) => void open(cursor, argument, options),
    read(cursor, scope, argument, options) {
      const content = open(cursor, argument, options);
      if (!content.subarray(EXPIRY_BYTES, HEAD_BYTES).equals(digest(scope))) throw errors.invalidCursor(argument);
      return content.toString('utf8', HEAD_BYTES);
    },
  };
}

/** What a lasting cursor of this secret starts with. */
function markOf(secret: string): Buffer {
  const id = createHmac('sha256', secret).update('id').digest().subarray(0, SECRET_ID_BYTES);
  return Buffer.concat([LASTING, id]);
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
