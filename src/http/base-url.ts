// Base URL of this service as clients see it, for the links in its answers.
import type { Call } from './call.js';
import type { Forwarded } from './forwarded.js';
import { isHost } from './host.js';

export type BaseUrl = (call: Call) => string;

export function createBaseUrl(publicUrl: string | null, forwarded: Forwarded): BaseUrl {
  if (publicUrl !== null) return () => publicUrl;
  return (call) => {
    const { protocol, host } = call.url ?? new URL('http://localhost');
    const forwardedProtocol = forwarded(call, 'x-forwarded-proto')?.toLowerCase() ?? protocol.slice(0, -1);
    const forwardedHost = forwarded(call, 'x-forwarded-host') ?? host;
    return /^https?$/.test(forwardedProtocol) && isHost(forwardedHost)
      ? `${forwardedProtocol}://${forwardedHost}`
      : `${protocol}//${host}`;
  };
}
