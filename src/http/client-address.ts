// The address to which a request counts: that of its client, or of the client's network.
import { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Call } from './call.js';

export type ClientAddress = (call: Call) => string;

/** Texts whose network is remembered: working it out takes longer than a remembered answer should. */
const KNOWN_MAX = 10_000;
const UNKNOWN = 'unknown';
const LENGTH_MAX = 45;

export function createClientAddress(trustProxy: boolean): ClientAddress {
  const known = new LRUCache<string, string>({ max: KNOWN_MAX });
  return (call) => {
    // Only the last entry is what the proxy itself has seen: the others can be forged.
    const forwarded = trustProxy ? call.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
    const own = call.source instanceof IncomingMessage ? call.source.socket.remoteAddress : undefined;
    const text = forwarded || own || UNKNOWN;
    if (isIPv4(text)) return text;
    const network = known.get(text) ?? networkOf(text);
    if (text.length <= 2 * LENGTH_MAX) known.set(text, network);
    return network;
  };
}

/** The same text for every spelling of an address. For IPv6 it is the first half, because a customer has all of that. */
export function networkOf(text: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address.slice(0, LENGTH_MAX);
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
