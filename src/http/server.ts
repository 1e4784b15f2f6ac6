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
import { type ApiError, errors } from '../errors.js';
import { Call } from './call.js';
import { headerList, headerPairs } from './headers.js';
import { isHost } from './host.js';
import { ALL_METHODS } from './methods.js';
import { BUSY, type Reply, refusalReply } from './reply.js';
import { REQUEST_ID } from './request-id.js';
import { isStream, ResponseSink, type Stream } from './stream.js';

/** What answers requests. */
export type Handler = {
  /** The reply if there is one at once; null when it has to be worked out. */
  recall(call: Call): Reply | null;
  reply(call: Call): Promise<Reply>;
  /** The reply when all of that has failed. */
  refuse(error: unknown, call: Call): Reply;
};

/** Sees every request come and go. */
export type Watching = {
  begin(call: Call): void;
  /** Runs what answers the request. */
  within<Result>(call: Call, work: () => Result): Result;
  /** It is a stream: nothing more is worked on for it until it ends. */
  opened(call: Call): void;
  /** `cut` when the client did not wait for the answer, or could not have all of it. */
  end(call: Call, status: number, cut?: boolean): void;
};

const UNWATCHED: Watching = { begin() {}, within: (_call, work) => work(), opened() {}, end() {} };

export type HttpServerOptions = {
  watch?: Watching;
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
  handler: Handler,
  { watch = UNWATCHED, stopping = null, limits = CLIENT_LIMITS, headers: ofAll = {} }: HttpServerOptions = {},
): Server {
  const always = headerList(ofAll);
  /** With the timer of each, which ends it when it takes too long. */
  const underWay = new Map<ServerResponse, NodeJS.Timeout>();
  /** Of those, the ones that take no room: they wait for something to happen. */
  const waiting = new Set<ServerResponse>();
  const streams = new WeakMap<ServerResponse, ResponseSink>();
  stopping?.addEventListener('abort', () => {
    for (const response of underWay.keys()) response.shouldKeepAlive = false;
  });
  function send(response: ServerResponse, { status, headers, body }: Reply, call: Call): void {
    response.writeHead(status, [...headers, ...always, REQUEST_ID, call.id]);
    if (!isStream(body)) response.end(body);
    else if (call.method === 'HEAD') response.end();
    else stream(response, body, call);
  }
  /** It may last, and has limits of its own: it is no answer that is awaited any more. */
  function stream(response: ServerResponse, body: Stream, call: Call): void {
    if (response.destroyed) return;
    clearTimeout(underWay.get(response));
    underWay.delete(response);
    response.flushHeaders();
    const sink = new ResponseSink(response);
    streams.set(response, sink);
    watch.opened(call);
    body.start(sink);
  }
  const replyAtOnce = (call: Call) =>
    handler.recall(call) ?? (underWay.size - waiting.size < limits.requestsMax ? null : handler.refuse(BUSY, call));
  const listener: RequestListener = (request, response) => {
    const call = callOfIncoming(request);
    try {
      watch.begin(call);
      if (stopping?.aborted) response.shouldKeepAlive = false;
      const atOnce = hasTwoHosts(request) ? null : replyAtOnce(call);
      if (!atOnce) return void answer(request, response, call);
      send(response, atOnce, call);
      // A large one may not be taken at once, or not at all.
      if (response.writableLength === 0) watch.end(call, atOnce.status);
      else follow(response, call);
    } catch (error) {
      fail(error, response, call);
      watch.end(call, response.statusCode);
    }
  };
  /** Until it is closed; the call is aborted when that happens too early, or not in time. */
  function follow(response: ServerResponse, call: Call): void {
    const late = setTimeout(() => {
      const error = errors.tookTooLong();
      call.abort(error);
      fail(error, response, call);
    }, limits.answerTimeout);
    underWay.set(response, late);
    response.once('close', () => {
      underWay.delete(response);
      waiting.delete(response);
      clearTimeout(late);
      const sink = streams.get(response);
      // Who leaves a stream has had what there was.
      const cut = sink ? sink.isCut : !response.writableFinished;
      if (cut && !sink) call.abort();
      watch.end(call, cut ? HUNG_UP : response.statusCode, cut);
      sink?.closed();
    });
  }
  async function answer(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
    follow(response, call);
    call.wait = () => {
      waiting.add(response);
      return () => void waiting.delete(response);
    };
    const problem = problemOf(request);
    if (problem) return void send(response, lastReply(problem), call);
    try {
      const reply = await watch.within(call, () => handler.reply(call));
      if (!response.headersSent) send(response, reply, call);
    } catch (error) {
      fail(error, response, call);
    }
  }
  /** A fault of ours with one request, outside of what the service itself catches: it is logged, and does not end the rest. */
  function fail(error: unknown, response: ServerResponse, call: Call): void {
    const reply = handler.refuse(error, call);
    if (response.headersSent) return void response.destroy();
    send(response, reply, call);
  }
  /** Written to the socket itself, for there is no response to write to; unless one is on its way, which it would spoil. */
  function refuse(socket: RefusedSocket, error: ApiError, request: IncomingMessage | null): void {
    if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
    const call = request ? callOfIncoming(request) : new Call(NO_REQUEST, 'GET', '', {});
    watch.begin(call);
    const { status, headers, body } = lastReply(error);
    const lines = headerPairs([...headers, ...always, REQUEST_ID, call.id]).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    watch.end(call, status);
  }
  // A missing Host is refused below like a wrong one, and an expectation that cannot be met is ignored.
  return createServer({ requireHostHeader: false, keepAlive: true, ...limits }, listener)
    .on('checkExpectation', listener)
    .on('connect', (request, socket) => refuse(socket, errors.methodNotAllowed(ALL_METHODS), request))
    .on('clientError', (error, socket) => refuse(socket, errorOf(error), null));
}

/** The status in log and metrics of a request whose client left before it had the whole answer. */
const HUNG_UP = errors.hungUp().status;

/** Of what could not be read as a request. */
const NO_REQUEST = new Request('http://localhost/');

function callOfIncoming(request: IncomingMessage): Call {
  const { method = '', url = '', headers } = request;
  const whole = url.startsWith('/') || !URL.canParse(url) ? null : new URL(url);
  if (whole && /^https?:$/.test(whole.protocol)) {
    // A proxy may send the whole address; the host in it comes before the header's.
    request.url = whole.pathname + whole.search;
    headers.host = whole.host;
  }
  return new Call(request, method, `http://${headers.host ?? hostOf(request)}${request.url}`, headers);
}

/** Of a request of HTTP/1.0, which may leave it out. */
function hostOf({ socket: { localAddress, localPort, localFamily } }: IncomingMessage): string {
  return localFamily === 'IPv4' ? `${localAddress}:${localPort}` : 'localhost';
}

type RefusedSocket = Duplex & { _httpMessage?: ServerResponse };

const HOST_LENGTH = 'host'.length;

/** Node would take the first; a proxy in front of the service may have taken the other. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === HOST_LENGTH && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function problemOf(request: IncomingMessage): ApiError | null {
  const { method, url = '', headers, httpVersion } = request;
  if (!url.startsWith('/') && (method !== 'OPTIONS' || /^https?:/i.test(url))) return errors.badAddress();
  if (hasTwoHosts(request)) return errors.badHost();
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

/** What cannot be made sense of is the last on its connection. */
function lastReply(error: ApiError): Reply {
  const { status, headers, body } = refusalReply(error, 'rest', null);
  return { status, headers: [...headers, 'connection', 'close'], body };
}
