import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../../src/http/utf8.js';

test('pieces of text become the bytes of the whole text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 50 });
  fc.assert(
    fc.property(fc.array(text), (pieces) => {
      expect(utf8(pieces).toString()).toBe(Buffer.from(pieces.join('')).toString());
    }),
  );
});

test.each(['a', 'ß', 'Ł', '€', '😀'])('however long they are: %s', (letter) => {
  for (const length of [0, 1, 1_000, 300_000, 3_000_000]) {
    const piece = letter.repeat(length);
    const bytes = utf8(['[', piece, ',', piece, ']']);
    expect(bytes.equals(Buffer.from(`[${piece},${piece}]`))).toBe(true);
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  }
});

test('what was made before stays as it was', () => {
  const before = utf8(['before']);
  utf8(['afterwards']);
  expect(before.toString()).toBe('before');
});
