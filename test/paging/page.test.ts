import { describe, expect, test } from 'vitest';
import { createCursors, cursorStepMs, pageSize } from '../../src/paging/page.js';

describe('the size of a page', () => {
  test.each([
    [undefined, 20],
    [null, 20],
    [1, 1],
    [20, 20],
    [100, 100],
  ])('asked for as %s is %i', (first, size) => {
    expect(pageSize(first)).toBe(size);
  });

  test.each([
    [0, 'first must be a positive integer'],
    [-1, 'first must be a positive integer'],
    [-2_147_483_648, 'first must be a positive integer'],
    [101, 'first must not exceed 100'],
    [2_147_483_647, 'first must not exceed 100'],
  ])('asked for as %i is refused: %s', (first, message) => {
    expect(() => pageSize(first)).toThrow(expect.objectContaining({ status: 400, code: 'BAD_REQUEST', message }));
  });
});

describe('a cursor', () => {
  let now = 1_000_000;
  const cursors = createCursors({ secrets: () => ['secret'], lifetimeMs: 1000, now: () => now });
  const invalid = expect.objectContaining({ status: 400, code: 'BAD_REQUEST', message: 'Invalid after' });

  test.each(['', 'a', '2026-05-02 0001 b-1', ' 0000 é', 'ann\x01000001', '大会', '𝔊'.repeat(200)])(
    'gives back the key it was written with: %j',
    (key) => {
      expect(cursors.read(cursors.write(key, 'scope'), 'scope')).toBe(key);
    },
  );

  test('goes into an address as it is', () => {
    expect(cursors.write('2026-05-02 0001 b-1', 'scope')).toMatch(/^[\w-]+$/);
  });

  test('does not tell the scope, and works in no other', () => {
    const cursor = cursors.write('key', 'scope');
    for (const scope of ['', 'scop', 'scope ', 'Scope', 'scope\0', '\0scope']) {
      expect(() => cursors.read(cursor, scope)).toThrow(invalid);
    }
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('scope');
  });

  test('is signed with the first of several secrets, and accepted under each', () => {
    const under = (...secrets: string[]) => createCursors({ secrets: () => secrets, lifetimeMs: 1000, now: () => now });
    const cursor = under('new', 'old').write('key', 'scope');
    expect(under('old', 'new').read(cursor, 'scope')).toBe('key');
    expect(() => under('old').read(cursor, 'scope')).toThrow(invalid);
  });

  test('expires', () => {
    const cursor = cursors.write('key', 'scope');
    now += 1000;
    expect(cursors.read(cursor, 'scope')).toBe('key');
    now += cursorStepMs(1000);
    expect(() => cursors.read(cursor, 'scope')).toThrow(invalid);
  });

  test('is the same for a while, so that two processes give the same', () => {
    now = 24 * cursorStepMs(1000) * 1000;
    const cursor = cursors.write('key', 'scope');
    now += cursorStepMs(1000) - 1;
    expect(cursors.write('key', 'scope')).toBe(cursor);
    now += 1;
    expect(cursors.write('key', 'scope')).not.toBe(cursor);
  });

  test('has one spelling only: every change of it is refused', () => {
    const cursor = cursors.write('key', 'scope');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= ';
    for (let at = 0; at < cursor.length; at++) {
      expect(() => cursors.read(cursor.slice(0, at) + cursor.slice(at + 1), 'scope')).toThrow(invalid);
      for (const letter of alphabet) {
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        if (changed !== cursor) expect(() => cursors.read(changed, 'scope')).toThrow(invalid);
        expect(() => cursors.read(cursor.slice(0, at) + letter + cursor.slice(at), 'scope')).toThrow(invalid);
      }
    }
  });

  test.each(['', 'A', 'AAAA', 'A'.repeat(22), 'A'.repeat(30), 'A'.repeat(40), 'é', '\0', '{}'])(
    'is not something a client can build: %j',
    (text) => {
      expect(() => cursors.read(text, 'scope')).toThrow(invalid);
    },
  );
});
