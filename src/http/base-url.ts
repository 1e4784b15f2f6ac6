// This service's own address as clients see it, for the links it gives out.
import type { Config } from '../config.js';
import type { Asked } from './asked.js';

export type BaseUrl = (asked: Pick<Asked, 'url' | 'header'>) => string;

/** What a proxy says about the client's request is believed only if the operator said that there is one. */
export function createBaseUrl({ publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>): BaseUrl {
  if (publicUrl !== null) return () => publicUrl;
  return ({ url: { protocol, host }, header }) => {
    const own = `${protocol}//${host}`;
    if (!trustProxy) return own;
    const forwarded = `${first(header('x-forwarded-proto')) ?? protocol.slice(0, -1)}://${first(header('x-forwarded-host')) ?? host}`;
    return PLAIN_ADDRESS.test(forwarded) && URL.canParse(forwarded) ? forwarded : own;
  };
}

const PLAIN_ADDRESS = /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Each proxy on the way adds its own; the first is the one the client spoke to. */
function first(said: string | null): string | undefined {
  return said?.split(',')[0]?.trim() || undefined;
}
