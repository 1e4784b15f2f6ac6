import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { TrustProxy } from '../../src/environment.js';
import { Call } from '../../src/http/call.js';
import { createClientAddress, networkOf } from '../../src/http/client-address.js';
import { createForwarded } from '../../src/http/forwarded.js';

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

describe('an address is taken from the entries of trusted proxies, others can be forged', () => {
  const NETWORKS = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'];
  test.each<[trusted: TrustProxy, own: string, entries: string | undefined, address: string]>([
    [0, '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    [1, '192.0.2.1', '198.51.100.1, 203.0.113.9:1234', '203.0.113.9'],
    [2, '192.0.2.1', '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [2, '192.0.2.1', '203.0.113.9', '203.0.113.9'],
    [1, '192.0.2.1', undefined, '192.0.2.1'],
    [1, '192.0.2.1', '203.0.113.9, ', '192.0.2.1'],
    [NETWORKS, '192.0.2.2', '203.0.113.9', '192.0.2.2'],
    [NETWORKS, '192.0.2.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    [NETWORKS, '::ffff:10.1.2.3', '198.51.100.1, 203.0.113.9, 10.0.0.2, 2001:db8::5', '203.0.113.9'],
    [NETWORKS, '10.1.2.3', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    [NETWORKS, '10.1.2.3', '203.0.113.9, 10.0.0.2:443', '203.0.113.9'],
    [NETWORKS, '10.1.2.3', 'hidden', 'hidden'],
  ])('%j, connected from %s, %s: %s', (trusted, own, entries, address) => {
    const source = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: own }));
    const call = new Call(source, 'GET', '', entries === undefined ? {} : { 'x-forwarded-for': entries });
    expect(createClientAddress(createForwarded(trusted))(call)).toBe(address);
  });
});
