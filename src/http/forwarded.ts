// What the proxies in front of the service say about a request. Each appends an entry to `X-Forwarded-…`; those before
// the entries of trusted proxies can be forged.
import { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { TrustProxy } from '../environment.js';
import type { Call } from './call.js';

/** A request, before or after a call is made of it. */
export type Sender = Pick<Call, 'source' | 'header'>;

/** Returns the entry of the trusted proxy that the client connected to; undefined if there is none. */
export type Forwarded = (
  call: Sender,
  header: 'x-forwarded-for' | 'x-forwarded-proto' | 'x-forwarded-host',
) => string | undefined;

export function createForwarded(trustProxy: TrustProxy): Forwarded {
  const countTrusted = typeof trustProxy === 'number' ? () => trustProxy : createCount(trustProxy);
  return (call, header) => {
    const entries = entriesOf(call, header);
    // A proxy may also replace what it was given. Without trusted proxies there is no such entry.
    return entries[Math.max(0, entries.length - countTrusted(call))] || undefined;
  };
}

/** Counts proxies from the one that is connected to us, as long as they are in these networks. */
function createCount(networks: readonly string[]): (call: Sender) => number {
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits = isIPv6(address) ? '128' : '32'] = network.split('/');
    trusted.addSubnet(address, Number(bits), familyOf(address));
  }
  return (call) => {
    const own = ownAddressOf(call);
    const hops = own === undefined ? [] : [own, ...entriesOf(call, 'x-forwarded-for').reverse()];
    const outside = hops
      .map(plainAddress)
      .findIndex((address) => !isIP(address) || !trusted.check(address, familyOf(address)));
    return outside < 0 ? hops.length : outside;
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const entriesOf = (call: Sender, header: string): string[] =>
  call
    .header(header)
    ?.split(',')
    .map((entry) => entry.trim()) ?? [];

/** Without a port, brackets and a zone. */
export function plainAddress(text: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return address.split('%')[0] ?? '';
}

export function ownAddressOf({ source }: Sender): string | undefined {
  return source instanceof IncomingMessage ? source.socket.remoteAddress : undefined;
}

export const senderOf = (source: IncomingMessage): Sender => ({
  source,
  header: (name) => (source.headers[name] as string | undefined) ?? null,
});
