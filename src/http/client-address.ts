// The address to which a request counts: that of its client, or of the client's network.
import { isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type Forwarded, ownAddressOf, plainAddress, type Sender } from './forwarded.js';

export type ClientAddress = (call: Sender) => string;

/** Texts whose network is remembered: working it out takes longer than a remembered answer should. */
const KNOWN_MAX = 10_000;
const UNKNOWN = 'unknown';
const LENGTH_MAX = 45;

export function createClientAddress(forwarded: Forwarded): ClientAddress {
  const known = new LRUCache<string, string>({ max: KNOWN_MAX });
  return (call) => {
    const text = forwarded(call, 'x-forwarded-for') ?? ownAddressOf(call) ?? UNKNOWN;
    if (isIPv4(text)) return text;
    const network = known.get(text) ?? networkOf(text);
    if (text.length <= 2 * LENGTH_MAX) known.set(text, network);
    return network;
  };
}

/** The same text for every spelling of an address. For IPv6 it is the first half, because a customer has all of that. */
export function networkOf(text: string): string {
  const plain = plainAddress(text);
  if (!isIPv6(plain)) return plain.slice(0, LENGTH_MAX);
  // A URL spells every address in one way, with the longest run of zeros as `::` and IPv4 in hexadecimal.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [start, end] = [groupsOf(head), groupsOf(tail ?? '')];
  const groups = [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 6).join(':') === MAPPED) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return groups.slice(0, 4).join(':');
}

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));

/** Beginning of an IPv6 address that stands for one of IPv4. */
const MAPPED = '0:0:0:0:0:ffff';
