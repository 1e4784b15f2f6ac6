// One request, from the socket to its answer: what came, and what has become known of it on the way. Making a Request and a
// Response of each would take longer than many an answer.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type ApiError, errors } from '../errors.js';
import type { ReadAfter } from './read-after.js';
import { REQUEST_ID, requestIdOf } from './request-id.js';

/** Where no route was found: labels must stay few, however many addresses are tried. */
export const NO_ROUTE = 'other';

/** No key has this id. However many visitors come, they take turns with each key as one. */
const VISITORS_LANE = 0;

export class Call {
  readonly id: string;
  readonly startedAt = performance.now();
  /** Says that from now on it only waits, until what it gives is called. */
  wait: (() => () => void) | null = null;
  /** The pattern of the address, never the address itself: that may hold anything. */
  route = NO_ROUTE;
  /** The operation that is run, if it is one of ours. */
  operation: string | null = null;
  /** What the caller named the operation of a document. */
  documentName: string | null = null;
  keyId: number | null = null;
  /** The address of a visitor who needs no key. */
  visitor: string | null = null;
  /** This service's own address as the client sees it. */
  baseUrl = '';
  /** How new the answer must be (see read-after.ts). */
  readAfter: ReadAfter = null;
  /** What the request costs its key. */
  cost = 0;
  /** Whether the answer was there already. */
  remembered = false;
  /** Whether the answer is a stream, which lasts as long as its reader likes. */
  streamed = false;
  /** SQL statements sent so far; counted only while there are metrics or traces. */
  statements = 0;
  trace: Trace | null = null;
  #url: URL | null | undefined;
  #ending: AbortController | undefined;

  constructor(
    /** As it came, for what has to read its body. */
    readonly source: IncomingMessage | Request,
    readonly method: string,
    /** Word for word, with its host. */
    readonly address: string,
    readonly headers: IncomingHttpHeaders,
  ) {
    this.id = requestIdOf(headers[REQUEST_ID]);
  }

  /** Null for an address that cannot be read. */
  get url(): URL | null {
    if (this.#url === undefined) this.#url = URL.canParse(this.address) ? new URL(this.address) : null;
    return this.#url;
  }

  /** Aborted when the answer is no longer wanted. Made when it is needed: most answers are remembered. */
  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    return this.#ending.signal;
  }

  /** The client has left, or it takes too long: nothing more is to be done for it. */
  abort(reason: ApiError = errors.hungUp()): void {
    this.#ending ??= new AbortController();
    this.#ending.abort(reason);
  }

  /** Whose work it is: that of a key, of visitors together, or of no one key. */
  get lane(): number | null {
    return this.keyId ?? (this.visitor === null ? null : VISITORS_LANE);
  }

  /** Of a header that Node joins when it is given more than once. */
  header(name: string): string | null {
    return (this.headers[name] as string | undefined) ?? null;
  }
}

/** The spans of one request. */
export type Trace = {
  operation<Result>(name: string, work: () => Result): Result;
  statement<Result>(text: string, work: () => Promise<Result>): Promise<Result>;
  end(route: string, status: number): void;
};

export function callOf(request: Request): Call {
  const call = new Call(request, request.method, request.url, Object.fromEntries(request.headers));
  if (request.signal.aborted) call.abort();
  else request.signal.addEventListener('abort', () => call.abort(), { once: true });
  return call;
}

const NO_REQUEST = new Request('http://localhost/');

/** For what is worked out for many, in the lane of one of them. */
export function sharedCall({ baseUrl, keyId }: Pick<Call, 'baseUrl' | 'keyId'>): Call {
  return Object.assign(new Call(NO_REQUEST, 'POST', '', {}), { baseUrl, keyId });
}
