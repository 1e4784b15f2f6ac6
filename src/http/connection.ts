// The requests of one connection, which are answered one after the other: a request that arrives while another is being
// answered waits here and is not begun, so a connection never has more than one in progress.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Call, Lane } from './call.js';
import { type Sender, senderOf } from './forwarded.js';
import type { LoopQueue } from './loop-queue.js';
import type { ResponseSink } from './stream.js';

/** Requests that may wait behind another; a client that sends more is disconnected. */
export const PIPELINED_MAX = 10;

/** What the parser is told about a request that is ignored. */
const NO_BODY = 0;

/** Whose request it is, as far as that is known before it is begun. */
export type LaneOf = (request: Sender) => Lane;

export type Received = { request: IncomingMessage; response: ServerResponse };

/** A request that could not be answered at once. */
export type Exchange = Received & {
  call: Call;
  late: NodeJS.Timeout;
  /** Set once the answer is a stream. */
  sink: ResponseSink | null;
  /** True once the whole answer was given to the network. */
  isSent: boolean;
  /** Called when the response or the connection closes, whichever is first. */
  end(): void;
};

export class Connection {
  /** The request in progress. */
  current: Exchange | null = null;
  readonly #socket: Socket;
  readonly #queue: LoopQueue;
  readonly #begin: (connection: Connection, received: Received) => void;
  readonly #laneOf: LaneOf;
  #waiting: Received[] = [];
  #isLast = false;
  #isQueued = false;

  constructor(
    socket: Socket,
    queue: LoopQueue,
    laneOf: LaneOf,
    begin: (connection: Connection, received: Received) => void,
  ) {
    this.#socket = socket;
    this.#queue = queue;
    this.#laneOf = laneOf;
    this.#begin = begin;
    // A response that waits behind another emits nothing when its connection closes.
    socket.once('close', () => this.current?.end());
  }

  receive(received: Received): void {
    this.#waiting.push(received);
    if (this.#waiting.length > PIPELINED_MAX) this.#disconnect();
    this.expectLast();
    this.goOn();
  }

  /** Nothing follows a stream on its connection, because it may never end. */
  expectLast(): void {
    if (this.current?.sink && this.#waiting.length > 0) this.#disconnect();
  }

  /** Node goes on to parse what has arrived with the same packet: of thousands of requests it must not make objects. */
  #disconnect(): void {
    this.#waiting = [];
    this.#socket.destroy();
    const { parser } = this.#socket as Socket & { parser?: { onIncoming: (() => number) | null } | null };
    if (parser) parser.onIncoming = () => NO_BODY;
  }

  /** Whether a whole request waits for its turn. */
  hasWaiting(): boolean {
    return this.#waiting.some(({ request }) => request.complete);
  }

  /** Begins none of the requests that wait. */
  giveUp(): void {
    this.#waiting = [];
  }

  /** Closes the connection once the requests received so far are answered. */
  closeAfterAnswers(): void {
    this.#isLast = true;
  }

  /** Begins the waiting requests in turn with those of other lanes, until one of them cannot be answered at once. */
  goOn(): void {
    if (this.#isQueued) return;
    while (this.#isReady() && this.#queue.isFree()) this.#beginNext();
    this.#queueUp();
  }

  #queueUp(): void {
    const next = this.#isReady() ? this.#waiting[0] : undefined;
    this.#isQueued = next !== undefined;
    if (!next) this.#endIfLast();
    else this.#queue.wait(this.#laneOf(senderOf(next.request)), () => this.#takeTurn());
  }

  #takeTurn(): void {
    if (this.#isReady()) this.#beginNext();
    this.#queueUp();
  }

  #beginNext(): void {
    const next = this.#waiting.shift();
    if (next) this.#begin(this, next);
  }

  #isReady(): boolean {
    if (this.#socket.destroyed) this.#waiting = [];
    return !this.current && this.#waiting.length > 0;
  }

  #endIfLast(): void {
    if (this.#isLast && !this.current && this.#waiting.length === 0) this.#socket.end();
  }
}
