import { expect, test } from 'vitest';
import { CODINGS, chooseCoding, takesIdentity } from '../../src/http/coding.js';

test.each([
  [null, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['br;q=0.2, gzip;q=0.3, identity;q=0.1', 'gzip'],
  ['br;q=0.2, gzip;q=0.3, identity', 'identity'],
  ['BR ; Q=1', 'br'],
  ['*', 'br'],
  ['*;q=0.1, gzip;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *;q=0', 'identity'],
  ['gzip;q=x, br;q=2', 'identity'],
  ['zstd', 'identity'],
  [`${','.repeat(1_000)}br`, 'identity'],
])('Accept-Encoding: %s gets %s', (acceptEncoding, coding) => {
  expect(chooseCoding(acceptEncoding, CODINGS)).toBe(coding);
});

test.each([
  [null, true],
  ['gzip', true],
  ['identity;q=0', false],
  ['*;q=0', false],
  ['*;q=0, identity;q=0.1', true],
])('Accept-Encoding: %s takes an answer as it is: %s', (acceptEncoding, takes) => {
  expect(takesIdentity(acceptEncoding)).toBe(takes);
});

test('of those that are not there none is chosen', () => {
  expect(chooseCoding('br, gzip', ['gzip', 'identity'])).toBe('gzip');
});
