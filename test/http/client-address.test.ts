import { expect, test } from 'vitest';
import { Call } from '../../src/http/call.js';
import { createClientAddress, networkOf } from '../../src/http/client-address.js';

test.each([
  [
    'an address of IPv4 is itself',
    '192.0.2.7',
    ['192.0.2.7', '192.0.2.7:4711', '::ffff:192.0.2.7', '::FFFF:192.0.2.7'],
  ],
  ['also in hexadecimal, in brackets and with a port', '192.0.2.7', ['::ffff:c000:207', '[::ffff:192.0.2.7]:80']],
  [
    'every spelling of an IPv6 network is one',
    '2001:db8:0:1',
    ['2001:db8:0:1::5', '2001:DB8:0000:0001:0:0:0:6', '[2001:db8:0:1::7]:443', '2001:db8:0:1:ffff:ffff:ffff:ffff%eth0'],
  ],
  ['with zeros in front', '0:0:0:0', ['::1', '0:0:0:0:0:0:0:1', '[::1]']],
  ['what is no address is left as it is', 'hidden', ['hidden']],
])('%s', (_title, network, spellings) => {
  expect(spellings.map(networkOf)).toStrictEqual(spellings.map(() => network));
});

test('a long text is cut, so that it takes no memory', () => {
  expect(networkOf('x'.repeat(10_000))).toHaveLength(45);
});

test('the last entry of a trusted proxy counts, others can be forged', () => {
  const call = new Call(new Request('http://localhost/'), 'GET', '', {
    'x-forwarded-for': '198.51.100.1, 203.0.113.9:1234',
  });
  expect([createClientAddress(true)(call), createClientAddress(false)(call)]).toStrictEqual(['203.0.113.9', 'unknown']);
});
