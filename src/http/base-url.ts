// This service's own address as clients see it, for the links it gives out.
import type { Config } from '../config.js';
import type { Asked } from './asked.js';
import { isHost } from './host.js';

export type BaseUrl = (asked: Pick<Asked, 'url' | 'header'>) => string;

/** What a proxy says about the client's request is believed only if the operator said that there is one. */
export function createBaseUrl({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): BaseUrl {
  if (publicUrl !== null) return () => publicUrl;
  return ({ url: { protocol, host }, header }) => {
    const own = `${protocol}//${host}`;
    if (!trustProxy) return own;
    const forwardedProtocol = first(header('x-forwarded-proto')) ?? protocol.slice(0, -1);
    const forwardedHost = first(header('x-forwarded-host')) ?? host;
    return /^https?$/i.test(forwardedProtocol) && isHost(forwardedHost)
      ? `${forwardedProtocol}://${forwardedHost}`
      : own;
  };
}

/** Each proxy on the way adds its own; the first is the one the client spoke to. */
function first(said: string | null): string | undefined {
  return said?.split(',')[0]?.trim() || undefined;
}
