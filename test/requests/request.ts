// A request and its response as they go over the wire. Requests that a client library would not send are written by
// hand.
import { once } from 'node:events';
import { Agent, request as ask, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type WireRequest = {
  method: string;
  /** The request target between method and version, usually the path. */
  target: string;
  headers: [name: string, value: string][];
  body: string | null;
};

export type WireAnswer = { status: number; headers: Headers; body: Buffer };

/** A response that takes longer counts as a hang. */
const ANSWER_MS = 30_000;

export function createSender(port: number) {
  const agent = new Agent({ keepAlive: true });
  return {
    /** Resolves to null if the connection ended without a response. */
    send: (request: WireRequest): Promise<WireAnswer | null> =>
      isOrderly(request) ? sendOrderly(port, agent, request) : sendByHand(port, request),
    close: () => agent.destroy(),
  };
}

/** True if Node's own client would send the request unchanged. */
function isOrderly({ method, target, headers }: WireRequest): boolean {
  return (
    /^[A-Z]+$/.test(method) &&
    !['BREW', 'CONNECT'].includes(method) &&
    /^\/[!-ÿ]*$/.test(target) &&
    headers.every(([name, value]) => !LENGTHS.test(name) && !CONNECTION.test(name) && /^[\t -~]*$/.test(value)) &&
    new Set(headers.map(([name]) => name)).size === headers.length
  );
}

const LENGTHS = /^(content-length|transfer-encoding)$/;
const CONNECTION = /^(expect|upgrade|connection)$/;

async function sendOrderly(port: number, agent: Agent, request: WireRequest): Promise<WireAnswer | null> {
  const { method, target: path, body } = request;
  const headers = Object.fromEntries(withLength(request));
  const sent = ask({ port, agent, method, path, headers, timeout: ANSWER_MS });
  sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
  // Errors after the response are ignored: a request that could not be parsed is answered as if it wanted a body.
  sent.on('error', () => undefined);
  sent.end(body ?? undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  return { status: response.statusCode ?? 0, headers: headersOf(response.rawHeaders), body: bytes };
}

async function sendByHand(port: number, request: WireRequest): Promise<WireAnswer | null> {
  const { method, target, body } = request;
  const socket = connect(port, '127.0.0.1').setTimeout(ANSWER_MS);
  socket.once('timeout', () => socket.destroy(new Error('no answer in time')));
  const lines = [...withLength(request), ['connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
  // A request that promises more than it sends is ended; for others that would mean that no response is wanted.
  if (promisesMore(request)) socket.end(text);
  else socket.write(text);
  const bytes = await buffer(socket).catch((error: NodeJS.ErrnoException) => {
    // The server may close the connection on invalid HTTP while it is still being sent.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return Buffer.alloc(0);
    throw error;
  });
  return readAnswer(bytes);
}

function withLength({ headers, body }: WireRequest): WireRequest['headers'] {
  if (body === null || headers.some(([name]) => LENGTHS.test(name))) return headers;
  return [...headers, ['content-length', String(Buffer.byteLength(body))]];
}

/** True if the server has reason to wait for more of the body. */
export function promisesMore({ headers, body }: WireRequest): boolean {
  return headers.some(
    ([name, value]) =>
      name === 'transfer-encoding' || (name === 'content-length' && Number(value) > Buffer.byteLength(body ?? '')),
  );
}

function readAnswer(bytes: Buffer): WireAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return readAnswer(rest);
  const headers = headersOf(
    lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body =
    headers.get('transfer-encoding') === 'chunked'
      ? joined(rest)
      : rest.subarray(0, Number(headers.get('content-length') ?? rest.length));
  return { status, headers, body };
}

function joined(chunks: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < chunks.length; ) {
    const end = chunks.indexOf('\r\n', at);
    const size = Number.parseInt(chunks.subarray(at, end).toString(), 16);
    if (!size) break;
    parts.push(chunks.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

function headersOf(raw: string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
}
