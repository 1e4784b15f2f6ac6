// The HTTP server: receives requests, sends replies, and keeps track of those in progress.
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
import { callOfIncoming, errorOf, hasTwoHosts, lastReply, problemOf } from './incoming.js';
import { ALL_METHODS } from './methods.js';
import { BUSY, type Reply } from './reply.js';
import { REQUEST_ID } from './request-id.js';
import { isStream, ResponseSink, type Stream } from './stream.js';

export type Handler = {
  /** Returns the reply if it is available synchronously; null when it must be worked out. */
  replyAtOnce(call: Call): Reply | null;
  reply(call: Call): Promise<Reply>;
  /** Returns the reply for an error that the others threw. */
  refuse(error: unknown, call: Call): Reply;
};

/** Observes every request. */
export type Watching = {
  begin(call: Call): void;
  /** Runs the work that answers the request. */
  within<Result>(call: Call, work: () => Result): Result;
  /** Called when the answer is a stream: no work is in progress for it until it ends. */
  opened(call: Call): void;
  /** `cut` is true if the client disconnected before the answer, or could not be sent all of it. */
  end(call: Call, status: number, cut?: boolean): void;
};

const UNWATCHED: Watching = { begin() {}, within: (_call, work) => work(), opened() {}, end() {} };

export type HttpServerOptions = {
  watch?: Watching;
  /** Aborted when shutdown begins: from then on every response is the last on its connection. */
  stopping?: AbortSignal | null;
  limits?: typeof CLIENT_LIMITS;
  /** Headers of every response of this server. */
  headers?: Record<string, string>;
};

/** Limits of clients; Node's own timeouts are minutes. */
export const CLIENT_LIMITS = {
  /** Time to send the headers of a request, and all of it. */
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  /** Between requests: longer than the minute for which load balancers keep a connection, so that they close it. */
  keepAliveTimeout: 65_000,
  /** How often the timeouts are checked. */
  connectionsCheckingInterval: 1_000,
  /** Time until the client has received the answer; streams are exempt. */
  answerTimeout: 60_000,
  /** Requests in progress at once, of any kind; those that wait and streams are not counted. */
  requestsMax: 2_000,
};

export function createHttpServer(
  handler: Handler,
  { watch = UNWATCHED, stopping = null, limits = CLIENT_LIMITS, headers: ofAll = {} }: HttpServerOptions = {},
): Server {
  const always = headerList(ofAll);
  /** Responses in progress, each with its timeout. */
  const underWay = new Map<ServerResponse, NodeJS.Timeout>();
  /** Of those, the ones that take no room, because they wait for a change. */
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
  /** A stream may last, and has limits of its own, so it is no longer a response in progress. */
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
    handler.replyAtOnce(call) ??
    (underWay.size - waiting.size < limits.requestsMax ? null : handler.refuse(BUSY, call));
  const listener: RequestListener = (request, response) => {
    const call = callOfIncoming(request);
    try {
      watch.begin(call);
      if (stopping?.aborted) response.shouldKeepAlive = false;
      const atOnce = hasTwoHosts(request) ? null : replyAtOnce(call);
      if (!atOnce) return void answer(request, response, call);
      send(response, atOnce, call);
      // A large body may not be sent at once, or not at all.
      if (response.writableLength === 0) watch.end(call, atOnce.status);
      else follow(response, call);
    } catch (error) {
      fail(error, response, call);
      watch.end(call, response.statusCode);
    }
  };
  /** Tracks a response until it closes; aborts the call if that happens early, or not in time. */
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
      // A client that leaves a stream has received all there was.
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
  /** Ends one request after a timeout or an error that the handler did not catch; others are not affected. */
  function fail(error: unknown, response: ServerResponse, call: Call): void {
    const reply = handler.refuse(error, call);
    if (response.headersSent) return void response.destroy();
    send(response, reply, call);
  }
  /** Writes to the socket, as there is no response; one that is being sent would be corrupted, and is cut instead. */
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
  // A missing Host is refused in problemOf like an invalid one, and an unknown expectation is ignored.
  return createServer({ requireHostHeader: false, keepAlive: true, ...limits }, listener)
    .on('checkExpectation', listener)
    .on('connect', (request, socket) => refuse(socket, errors.methodNotAllowed(ALL_METHODS), request))
    .on('clientError', (error, socket) => refuse(socket, errorOf(error), null));
}

/** Status in log and metrics of a request whose client disconnected before it had the whole answer. */
const HUNG_UP = errors.hungUp().status;

/** Source of a call for input that could not be parsed as a request. */
const NO_REQUEST = new Request('http://localhost/');

type RefusedSocket = Duplex & { _httpMessage?: ServerResponse };
