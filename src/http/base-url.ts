// This service's own address as clients see it, for the links it gives out.
import type { Config } from '../config.js';

export type BaseUrl = (request: Request) => string;

/** What a proxy says about the client's request is believed only if the operator said that there is one. */
export function createBaseUrl({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): BaseUrl {
  if (publicUrl !== null) return () => publicUrl;
  return ({ url, headers }) => {
    const { protocol, host } = new URL(url);
    const own = `${protocol}//${host}`;
    if (!trustProxy) return own;
    const forwarded = `${first(headers, 'x-forwarded-proto') ?? protocol.slice(0, -1)}://${first(headers, 'x-forwarded-host') ?? host}`;
    return PLAIN_ADDRESS.test(forwarded) && URL.canParse(forwarded) ? forwarded : own;
  };
}

const PLAIN_ADDRESS = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Each proxy on the way adds its own; the first is the one the client spoke to. */
function first(headers: Headers, name: string): string | undefined {
  return headers.get(name)?.split(',')[0]?.trim() || undefined;
}
