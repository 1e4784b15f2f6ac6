// The service on a socket. What cannot become a request at all (a malformed address, a header too long, a method that
// does not exist) is refused here, in the form of every other error.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { createServerAdapter, sendNodeResponse } from '@whatwg-node/server';
import type { App } from './app.js';
import { busyReply, pathOf } from './entrance/shed.js';
import { type ApiError, errors } from './errors.js';
import type { Reply } from './http/answer.js';
import { faceOf } from './http/face.js';
import { headerList, headerPairs } from './http/headers.js';
import { isHost } from './http/host.js';
import { ALL_METHODS } from './http/methods.js';
import { refusalReply } from './http/refusal.js';
import { createNote, type Note } from './operations/note.js';
import { REQUEST_ID } from './operations/request-id.js';
import { createWatch, type Watch } from './operations/watch.js';

export type HttpServerOptions = {
  watch?: Watch;
  /** Aborted once the service is told to stop: from then on every answer is the last on its connection. */
  stopping?: AbortSignal | null;
  limits?: typeof CLIENT_LIMITS;
  /** Of every answer that goes out here. */
  headers?: Record<string, string>;
};

/** How long a client may take; Node's own limits are minutes. */
export const CLIENT_LIMITS = {
  /** For the headers of a request, and for all of it. */
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  /** Between requests: longer than the minute for which balancers keep a connection, so that it is they who end it. */
  keepAliveTimeout: 65_000,
  /** How often the limits are looked after. */
  connectionsCheckingInterval: 1_000,
  /** To take an answer. */
  answerTimeout: 60_000,
  /** How many are being answered at once, whatever they ask for. */
  requestsMax: 2_000,
};

export function createHttpServer(
  app: Pick<App, 'fetch' | 'recall' | 'reply' | 'refuse'>,
  { watch = createWatch(), stopping = null, limits = CLIENT_LIMITS, headers: ofAll = {} }: HttpServerOptions = {},
): Server {
  const adapter = createServerAdapter<{ note: Note }>((request, { note }) => app.fetch(request, note));
  const always = headerList(ofAll);
  const underWay = new Set<ServerResponse>();
  stopping?.addEventListener('abort', () => {
    for (const response of underWay) response.shouldKeepAlive = false;
  });
  const replyAtOnce = (request: IncomingMessage, note: Note) =>
    app.recall(request, note) ??
    (underWay.size < limits.requestsMax ? null : busyReply(faceOf(pathOf(request.url)), request));
  const send = (response: ServerResponse, { status, headers, body }: Reply, note: Note) =>
    response.writeHead(status, [...headers, ...always, REQUEST_ID, note.id]).end(body);
  const listener: RequestListener = (request, response) => {
    let note: Note | null = null;
    try {
      note = watch.begin(request.method, request.headers);
      if (stopping?.aborted) response.shouldKeepAlive = false;
      const atOnce = hasTwoHosts(request) ? null : replyAtOnce(request, note);
      if (!atOnce) return void answer(request, response, note);
      send(response, atOnce, note);
      // A large one may not be taken at once, or not at all.
      if (response.writableLength === 0) watch.end(note, atOnce.status);
      else follow(request, response, note);
    } catch (error) {
      note ??= createNote(request.method);
      fail(error, request, response, note);
      watch.end(note, response.statusCode);
    }
  };
  /** Until it is closed; what it gives is aborted when that happens too early, or not in time. */
  function follow(request: IncomingMessage, response: ServerResponse, note: Note): AbortSignal {
    underWay.add(response);
    const left = new AbortController();
    const late = setTimeout(() => {
      left.abort();
      fail(errors.tookTooLong(), request, response, note);
    }, limits.answerTimeout);
    response.once('close', () => {
      underWay.delete(response);
      clearTimeout(late);
      const cut = !response.writableFinished;
      if (cut) left.abort();
      watch.end(note, cut ? HUNG_UP : response.statusCode, cut);
    });
    return left.signal;
  }
  async function answer(request: IncomingMessage, response: ServerResponse, note: Note): Promise<void> {
    const left = follow(request, response, note);
    const problem = problemOf(request);
    if (problem) return void send(response, lastReply(problem), note);
    try {
      await watch.within(note, async () => {
        const reply = await app.reply(request, note, left);
        if (response.headersSent) return;
        if (reply) return void send(response, reply, note);
        for (const [name, value] of headerPairs([...always, REQUEST_ID, note.id])) response.setHeader(name, value);
        const answered = await adapter.handleNodeRequestAndResponse(request, response, { note });
        if (!response.headersSent) await sendNodeResponse(answered, response, request, false);
      });
    } catch (error) {
      fail(error, request, response, note);
    }
  }
  /** A fault of ours with one request, outside of what the service itself catches: it is told, and does not end the rest. */
  function fail(error: unknown, request: IncomingMessage, response: ServerResponse, note: Note): void {
    const reply = app.refuse(error, request, note);
    if (response.headersSent) return void response.destroy();
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    send(response, reply, note);
  }
  /** Written to the socket itself, for there is no response to write to; unless one is on its way, which it would spoil. */
  function refuse(socket: RefusedSocket, error: ApiError, request?: IncomingMessage): void {
    if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
    const note = watch.begin(request?.method, request?.headers ?? {});
    const { status, headers, body } = lastReply(error);
    const lines = headerPairs([...headers, ...always, REQUEST_ID, note.id]).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    watch.end(note, status);
  }
  // A missing Host is refused below like a wrong one, and an expectation nobody can meet is as good as none.
  return createServer({ requireHostHeader: false, keepAlive: true, ...limits }, listener)
    .on('checkExpectation', listener)
    .on('connect', (request, socket) => refuse(socket, errors.methodNotAllowed(ALL_METHODS), request))
    .on('clientError', (error, socket) => refuse(socket, errorOf(error)));
}

/** What is noted of a request whose answer could not be given, or not all of it: the client had gone. */
const HUNG_UP = errors.hungUp().status;

type RefusedSocket = Duplex & { _httpMessage?: ServerResponse };

const HOST_LENGTH = 'host'.length;

/** Node would take the first; whoever stands in front of the service may have taken the other. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === HOST_LENGTH && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function problemOf(request: IncomingMessage): ApiError | null {
  const { url = '', headers, httpVersion } = request;
  if (/^https?:/i.test(url)) {
    // A proxy may send the whole address; the host in it comes before the header's.
    const address = URL.canParse(url) ? new URL(url) : null;
    if (!address) return errors.badAddress();
    request.url = address.pathname + address.search;
    headers.host = address.host;
  } else if (!url.startsWith('/') && request.method !== 'OPTIONS') return errors.badAddress();
  const { host } = headers;
  if (hasTwoHosts(request)) return errors.badHost();
  if (host === undefined ? httpVersion === '1.0' : isHost(host)) return null;
  return errors.badHost();
}

function errorOf({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return errors.headersTooLarge();
  if (code === 'HPE_INVALID_METHOD') return errors.methodNotAllowed(ALL_METHODS);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  return errors.badRequest('This is not an HTTP request');
}

/** What cannot be made sense of is the last on its connection. */
function lastReply(error: ApiError): Reply {
  const { status, headers, body } = refusalReply(error, 'rest', 'GET');
  return { status, headers: [...headers, 'connection', 'close'], body };
}
