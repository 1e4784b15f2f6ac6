// The service on a socket. What cannot become a request at all (a malformed address, a header too long, a method that
// does not exist) is refused here, in the form of every other error.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createServerAdapter } from '@whatwg-node/server';
import type { App } from './app.js';
import { withCors } from './cors.js';
import { type ApiError, errors } from './errors.js';
import { errorResponse } from './json-response.js';
import { ALL_METHODS } from './methods.js';

export function createHttpServer(app: Pick<App, 'fetch' | 'recall'>): Server {
  const adapter = createServerAdapter((request: Request) => app.fetch(request));
  const listener: RequestListener = async (request, response) => {
    const reply = app.recall(request);
    if (reply) return response.writeHead(reply.status, reply.headers).end(reply.body);
    const problem = problemOf(request);
    if (!problem) return adapter(request, response);
    const { status, headers, text } = await plain(problem);
    response.writeHead(status, headers).end(text);
  };
  // A missing Host is refused below like a wrong one, and an expectation nobody can meet is as good as none.
  return createServer({ requireHostHeader: false }, listener)
    .on('checkExpectation', listener)
    .on('connect', (_request, socket) => void refuse(socket, errors.methodNotAllowed(ALL_METHODS)))
    .on('clientError', (error, socket) => void refuse(socket, errorOf(error)));
}

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`);
}

function problemOf(request: IncomingMessage): ApiError | null {
  const { url = '', headers, httpVersion } = request;
  if (/^https?:/i.test(url)) {
    // A proxy may send the whole address; the host in it comes before the header's.
    const address = URL.canParse(url) ? new URL(url) : null;
    if (!address) return errors.badRequest('The address is not one');
    request.url = address.pathname + address.search;
    headers.host = address.host;
  }
  const { host } = headers;
  if (host === undefined ? httpVersion === '1.0' : isHost(host)) return null;
  return errors.badHost();
}

function errorOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLarge();
  if (code === 'HPE_INVALID_METHOD') return errors.methodNotAllowed(ALL_METHODS);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  return errors.badRequest('This is not an HTTP request');
}

/** Written to the socket itself, for there is no response to write to; unless one is on its way, which it would spoil. */
async function refuse(socket: Duplex & { _httpMessage?: ServerResponse }, error: ApiError): Promise<void> {
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
  const { status, statusText, headers, text } = await plain(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${statusText}\r\n${lines.join('')}\r\n${text}`);
}

async function plain(error: ApiError) {
  const response = withCors(errorResponse(error));
  const { status, statusText } = response;
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' };
  return { status, statusText, headers, text: await response.text() };
}
