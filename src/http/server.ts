// The HTTP server: receives requests, sends replies, and keeps track of those in progress.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ApiError, errors } from '../errors.js';
import { BoundedMessage } from './bounded-message.js';
import { Call, NO_REQUEST } from './call.js';
import { Connection, type Exchange, type LaneOf, type Received } from './connection.js';
import type { Handler, Watching } from './handler.js';
import { headerList } from './headers.js';
import {
  callOfIncoming,
  errorOf,
  HEADERS_MAX,
  isCutShort,
  lastReply,
  lastText,
  mayHaveBody,
  problemOf,
} from './incoming.js';
import { LoopQueue } from './loop-queue.js';
import { ALL_METHODS } from './methods.js';
import type { Reply } from './reply.js';
import { REQUEST_ID } from './request-id.js';
import { isStream, ResponseSink, type Stream } from './stream.js';

const UNWATCHED: Watching = { begin() {}, within: (_call, work) => work(), opened() {}, end() {} };

export type HttpServerOptions = {
  watch?: Watching;
  /** Aborted when shutdown begins: from then on every response is the last on its connection. */
  stopping?: AbortSignal | null;
  limits?: typeof CLIENT_LIMITS;
  /** The lane in which a request waits for its turn. */
  laneOf?: LaneOf;
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
};

/** Time to send an answer that took as long as it may. */
const SEND_MS = 30_000;

/** The limits of clients of an app whose replies may take `longestMs`. */
export function clientLimits({ longestMs }: { longestMs: number }): typeof CLIENT_LIMITS {
  return { ...CLIENT_LIMITS, answerTimeout: longestMs + SEND_MS };
}

export function createHttpServer(handler: Handler, options: HttpServerOptions = {}): Server {
  const {
    watch = UNWATCHED,
    stopping = null,
    limits = CLIENT_LIMITS,
    headers: ofAll = {},
    laneOf = () => null,
  } = options;
  const always = headerList(ofAll);
  const queue = new LoopQueue();
  const connections = new WeakMap<Duplex, Connection>();
  const inProgress = new Set<Exchange>();
  stopping?.addEventListener('abort', () => {
    for (const { response } of inProgress) response.shouldKeepAlive = false;
  });

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known) return known;
    const connection = new Connection(socket, queue, laneOf, begin);
    connections.set(socket, connection);
    return connection;
  }

  const listener: RequestListener = (request, response) => connectionOf(request.socket).receive({ request, response });

  function begin(connection: Connection, received: Received): void {
    const { request, response } = received;
    const call = callOfIncoming(request);
    try {
      watch.begin(call);
      // Node's parser drops what follows a request to upgrade, even if that is ignored.
      if (stopping?.aborted || request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
      const problem = problemOf(request);
      const atOnce = problem ? lastReply(problem) : handler.replyAtOnce(call);
      if (!atOnce) return void answer(connection, received, call);
      // Otherwise Node would read the request to its end once it is answered, which takes several turns.
      if (!mayHaveBody(request)) request.read();
      send(response, atOnce, call);
    } catch (error) {
      fail(error, response, call);
    }
    // A large body may not be sent at once, or not at all.
    if (response.writableLength > 0) track(connection, received, call);
    else guarded(call, request.socket, () => watch.end(call, response.statusCode));
  }

  async function answer(connection: Connection, received: Received, call: Call): Promise<void> {
    const { response } = received;
    const exchange = track(connection, received, call);
    try {
      const reply = await watch.within(call, () => handler.reply(call));
      if (response.headersSent || response.destroyed) return;
      if (isStream(reply.body) && call.method !== 'HEAD') stream(connection, exchange, reply, reply.body);
      else send(response, reply, call);
    } catch (error) {
      fail(error, response, call);
    }
  }

  function sendHead(response: ServerResponse, { status, headers }: Reply, call: Call): void {
    response.writeHead(status, [...headers, ...always, REQUEST_ID, call.id]);
  }

  function send(response: ServerResponse, reply: Reply, call: Call): void {
    sendHead(response, reply, call);
    response.end(isStream(reply.body) ? null : reply.body);
    // Node would pass over the rest of a body without counting its pieces.
    if (mayHaveBody(response.req) && !response.req.complete) response.req.resume();
  }

  /** A stream may last, and has limits of its own, so it is no longer a request in progress. */
  function stream(connection: Connection, exchange: Exchange, reply: Reply, body: Stream): void {
    const { response, call, late } = exchange;
    clearTimeout(late);
    inProgress.delete(exchange);
    call.place?.release();
    exchange.sink = new ResponseSink(response);
    connection.expectLast();
    if (response.destroyed) return;
    sendHead(response, reply, call);
    response.flushHeaders();
    watch.opened(call);
    body.start(exchange.sink);
  }

  /** Keeps track of a request until it ends; aborts the call if that happens early, or not in time. */
  function track(connection: Connection, { request, response }: Received, call: Call): Exchange {
    const tooLate = () => {
      const error = errors.tookTooLong();
      call.abort(error);
      fail(error, response, call);
    };
    const ended = () => {
      const { sink } = exchange;
      // A client that leaves a stream has received all there was.
      const cut = sink ? sink.isCut : !exchange.isSent;
      if (cut && !sink) call.abort();
      watch.end(call, cut ? HUNG_UP : response.statusCode, cut);
      sink?.closed();
    };
    const exchange: Exchange = {
      request,
      response,
      call,
      late: setTimeout(() => guarded(call, request.socket, tooLate), limits.answerTimeout),
      sink: null,
      isSent: false,
      end() {
        if (connection.current !== exchange) return;
        connection.current = null;
        inProgress.delete(exchange);
        clearTimeout(exchange.late);
        call.place?.release();
        guarded(call, request.socket, ended);
        connection.goOn();
      },
    };
    connection.current = exchange;
    inProgress.add(exchange);
    response.once('close', exchange.end);
    // Also emitted when what was not sent is discarded with its connection.
    response.once('finish', () => {
      exchange.isSent = !request.socket.destroyed;
    });
    return exchange;
  }

  /** Callbacks of timers and events belong to no request that could fail: an exception there costs the connection. */
  function guarded(call: Call, socket: Duplex, work: () => void): void {
    try {
      work();
    } catch (error) {
      handler.refuse(error, call);
      socket.destroy();
    }
  }

  /** Ends one request after a timeout or an error that the handler did not catch; others are not affected. */
  function fail(error: unknown, response: ServerResponse, call: Call): void {
    const reply = handler.refuse(error, call);
    try {
      if (response.headersSent) response.destroy();
      else send(response, reply, call);
    } catch {
      response.destroy();
    }
  }

  /** Writes to the socket, as there is no response. It must not be taken for the answer to a request before it. */
  function refuse(
    socket: Duplex & { _httpMessage?: ServerResponse },
    error: ApiError,
    request: IncomingMessage | null,
    hasEnded = false,
  ) {
    const call = request ? callOfIncoming(request) : new Call(NO_REQUEST, 'GET', '', {});
    guarded(call, socket, () => {
      const connection = connections.get(socket);
      const { current = null } = connection ?? {};
      // A client that has closed its end, or sends anything behind a stream, waits for nothing more.
      if (current && (hasEnded || current.sink)) return void socket.destroy();
      if (current ? current.request.complete : connection?.hasWaiting()) return connection?.closeAfterAnswers();
      connection?.giveUp();
      if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
      watch.begin(call);
      socket.end(lastText(error, [...always, REQUEST_ID, call.id]));
      watch.end(call, error.status);
    });
  }

  // A missing Host is refused in problemOf like an invalid one, and an unknown expectation is ignored.
  const server = createServer(
    { IncomingMessage: BoundedMessage, requireHostHeader: false, keepAlive: true, ...limits },
    listener,
  );
  server.maxHeadersCount = HEADERS_MAX;
  return (
    server
      // Accepted first, and begun in turn: otherwise who comes last would wait for the work of all before.
      .on('connection', () => queue.hold())
      .on('checkExpectation', listener)
      .on('connect', (request, socket) => {
        // Node no longer listens to the socket, nor reads it, and the requests before this one may not be answered yet.
        socket.on('error', () => socket.destroy()).resume();
        if (socket instanceof Socket) socket.setTimeout(limits.keepAliveTimeout, () => socket.destroy());
        refuse(socket, errors.methodNotAllowed(ALL_METHODS), request);
      })
      .on('clientError', (error, socket) => refuse(socket, errorOf(error), null, isCutShort(error)))
  );
}

/** Status in log and metrics of a request whose client disconnected before it had the whole answer. */
const HUNG_UP = errors.hungUp().status;
