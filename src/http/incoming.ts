// What Node has received, as a Call. Input that is not a valid request (a malformed address, a header too long, an
// unknown method) is refused in the format of every other error.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { type ApiError, errors } from '../errors.js';
import { Call } from './call.js';
import { type HeaderList, headerPairs } from './headers.js';
import { isHost } from './host.js';
import { ALL_METHODS } from './methods.js';
import { type Reply, refusalReply } from './reply.js';

export function callOfIncoming(request: IncomingMessage): Call {
  const { method = '', url = '', headers } = request;
  const whole = url.startsWith('/') || !URL.canParse(url) ? null : new URL(url);
  if (whole && /^https?:$/.test(whole.protocol)) {
    // A proxy may send an absolute URL, whose host takes precedence over the header.
    request.url = whole.pathname + whole.search;
    headers.host = whole.host;
  }
  if (isRepeated(request, 'authorization')) delete headers.authorization;
  return new Call(request, method, `http://${headers.host ?? hostOf(request)}${request.url}`, headers);
}

/** For a request of HTTP/1.0, which may omit the Host header. */
function hostOf({ socket: { localAddress, localPort, localFamily } }: IncomingMessage): string {
  return localFamily === 'IPv4' ? `${localAddress}:${localPort}` : 'localhost';
}

/** Node would use the first; a proxy in front of the service may have used the other. */
function isRepeated({ rawHeaders }: IncomingMessage, header: 'host' | 'authorization'): boolean {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === header.length && name.toLowerCase() === header) times += 1;
  }
  return times > 1;
}

/** Node drops those beyond this many without a word, a key or a coding among them. */
export const HEADERS_MAX = 2_000;

/** Node reads the chunks of a body and ignores what else it is coded with; before HTTP/1.1 there were no such codings. */
function isCoded({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding !== undefined && (coding.trim().toLowerCase() !== 'chunked' || httpVersion === '1.0');
}

/** Returns what is wrong with a request that Node has accepted; null if nothing is. */
export function problemOf(request: IncomingMessage): ApiError | null {
  const { method, url = '', headers, httpVersion } = request;
  if (!url.startsWith('/') && (method !== 'OPTIONS' || /^https?:/i.test(url))) return errors.badAddress();
  if (request.rawHeaders.length >= 2 * HEADERS_MAX) return errors.headersTooLarge();
  if (isCoded(request)) return errors.unknownTransferCoding();
  if (isRepeated(request, 'host')) return errors.badHost();
  const { host } = headers;
  if (host === undefined ? httpVersion === '1.0' : isHost(host)) return null;
  return errors.badHost();
}

export function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Returns the error for input that Node could not parse. */
export function errorOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLarge();
  if (code === 'HPE_INVALID_METHOD') return errors.methodNotAllowed(ALL_METHODS);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  return errors.badRequest('This is not an HTTP request');
}

/** True if the client has closed its end of the connection in the middle of a request. */
export const isCutShort = ({ code }: NodeJS.ErrnoException): boolean => code === 'HPE_INVALID_EOF_STATE';

/** A request that cannot be understood is the last on its connection. */
export function lastReply(error: ApiError): Reply {
  const { status, headers, body } = refusalReply(error, 'rest', null);
  return { status, headers: [...headers, 'connection', 'close'], body };
}

/** The same as it is written to a socket that has no response. */
export function lastText(error: ApiError, always: HeaderList): string {
  const { status, headers, body } = lastReply(error);
  const lines = headerPairs([...headers, ...always]).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
