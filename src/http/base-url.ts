// Base URL of this service as clients see it, for the links in its answers.
import type { Config } from '../config.js';
import type { Call } from './call.js';
import { isHost } from './host.js';

export type BaseUrl = (call: Call) => string;

/** Forwarded headers are trusted only if the operator has said that there is a proxy. */
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

/** Each proxy appends its own value; the first is that of the proxy the client connected to. */
function first(header: string | null): string | undefined {
  return header?.split(',')[0]?.trim() || undefined;
}
