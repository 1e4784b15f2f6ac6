// A request as far as an answer may depend on it, whether Node has it or it is a Request already. Making a Request and a
// Response of every question would take longer than many an answer.
import type { IncomingMessage } from 'node:http';

export type Asked = {
  method: string;
  /** Word for word, as one address. */
  address: string;
  url: URL;
  header(name: string): string | null;
  /** Aborted when nobody waits any more. */
  signal?: AbortSignal;
};

/** A request as Node has it. */
export type Incoming = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>;

export function askedOf({ method, url, headers, signal }: Request): Asked {
  return { method, address: url, url: new URL(url), header: (name) => headers.get(name), signal };
}

/** Null for one whose address cannot be told. */
export function askedOfIncoming({ method = '', url = '', headers }: Incoming, signal: AbortSignal): Asked | null {
  const address = addressOf({ url, headers });
  if (address === null || !URL.canParse(address)) return null;
  return { method, address, url: new URL(address), header: (name) => headerOf(headers, name), signal };
}

export function addressOf({ url, headers: { host } }: Pick<Incoming, 'url' | 'headers'>): string | null {
  return host === undefined ? null : `http://${host}${url}`;
}

/** Of a header that Node joins when it is given more than once. */
export function headerOf(headers: Incoming['headers'], name: string): string | null {
  return (headers[name] as string | undefined) ?? null;
}
