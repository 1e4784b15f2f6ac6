// This service's own address as clients see it, for the links it gives out.
import type { Config } from '../config.js';
import type { Call } from './call.js';
import { isHost } from './host.js';

export type BaseUrl = (call: Call) => string;

/** What a proxy says about the client's request is believed only if the operator said that there is one. */
export function createBaseUrl({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): BaseUrl {
  if (publicUrl !== null) return () => publicUrl;
  return (call) => {
    const { protocol, host } = call.url ?? new URL('http://localhost');
    const own = `${protocol}//${host}`;
    if (!trustProxy) return own;
    const forwardedProtocol = first(call.header('x-forwarded-proto')) ?? protocol.slice(0, -1);
    const forwardedHost = first(call.header('x-forwarded-host')) ?? host;
    return /^https?$/i.test(forwardedProtocol) && isHost(forwardedHost)
      ? `${forwardedProtocol}://${forwardedHost}`
      : own;
  };
}

/** Each proxy on the way adds its own; the first is the one the client spoke to. */
function first(header: string | null): string | undefined {
  return header?.split(',')[0]?.trim() || undefined;
}
