import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKey, DEMO_KEY, hashKey, isWellFormed, keyHint } from '../src/key.js';

const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const KNOWN = 'svc_v1_0000000000000000000000000000000000000000000';
const key = fc.constant(null).map(createKey);

describe('a new key', () => {
  test('is the prefix, 43 random characters and 6 of checksum, all base 62', () => {
    fc.assert(fc.property(key, (made) => /^svc_v1_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/.test(made)));
  });

  test('is well formed', () => {
    fc.assert(fc.property(key, isWellFormed));
  });

  test('is never made twice', () => {
    const keys = Array.from({ length: 2000 }, createKey);
    expect(new Set(keys).size).toBe(2000);
  });

  test('draws on all of its random characters', () => {
    const keys = Array.from({ length: 500 }, createKey);
    for (let place = 8; place < 50; place++) {
      expect(new Set(keys.map((made) => made[place])).size).toBeGreaterThan(40);
    }
  });
});

describe('a mistyped key', () => {
  test('is refused, whichever single character is wrong', () => {
    const made = createKey();
    const accepted = [...made].flatMap((right, place) =>
      [...DIGITS, '_', '-', ' ', 'é']
        .filter((wrong) => wrong !== right)
        .map((wrong) => made.slice(0, place) + wrong + made.slice(place + 1))
        .filter(isWellFormed),
    );
    expect(accepted).toStrictEqual([]);
  });

  test('is refused when a character is missing, doubled or swapped with the next', () => {
    fc.assert(
      fc.property(key, fc.nat(54), (made, place) => {
        const [before, one, two, after] = [
          made.slice(0, place),
          made.charAt(place),
          made.charAt(place + 1),
          made.slice(place + 2),
        ];
        const typos = [before + two + after, before + one + one + two + after, before + two + one + after];
        return !typos.filter((typo) => typo !== made).some(isWellFormed);
      }),
    );
  });

  test('is refused with anything before or after it', () => {
    fc.assert(fc.property(key, (made) => !isWellFormed(` ${made}`) && !isWellFormed(`${made}\n`)));
  });
});

test('the form does not change: keys given out today are good tomorrow', () => {
  expect(isWellFormed(`${KNOWN}000000`)).toBe(false);
  expect(isWellFormed(`${KNOWN}4LRNfd`)).toBe(true);
});

test('the demo key is accepted as it is, and nothing like it', () => {
  expect(DEMO_KEY).toBe('svc_v1_demo');
  expect(['svc_v1_demo', 'svc_v1_Demo', 'svc_v1_dem0', 'svc_v1_', ''].map(isWellFormed)).toStrictEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('the hint is the last four characters', () => {
  expect(keyHint('svc_v1_abcdefgh')).toBe('...efgh');
});

test('the hash is SHA-256 in hexadecimal', () => {
  expect(hashKey('svc_v1_demo')).toBe('526a5227a5fcde039fa0f20b022efba55325dada14cfb1c4560d7f8d3e5067f1');
});
