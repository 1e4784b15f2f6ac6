// One request from the socket to its answer: what was received, and what has become known since. Creating a Request and
// a Response for each would take longer than many answers do.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
// The global of this name is a getter, which takes longer than reading the clock.
import { performance } from 'node:perf_hooks';
import { type ApiError, errors, type Refusal } from '../errors.js';
import type { ReadAfter } from './read-after.js';
import { REQUEST_ID, requestIdOf } from './request-id.js';

/** Whose work it is: that of a key (its id) or of an address; null where it makes no difference. */
export type Lane = number | string | null;

/** Route label when none was found: labels must stay few, however many addresses are tried. */
export const NO_ROUTE = 'other';

export class Call {
  readonly id: string;
  readonly startedAt = performance.now();
  /** Its place among the requests in progress; null if it takes none. */
  place: Place | null = null;
  /** Pattern of the path, never the path itself, which may contain anything. */
  route = NO_ROUTE;
  /** Name of the operation that is run, if it is one of ours. */
  operation: string | null = null;
  /** Operation name in the caller's document. */
  documentName: string | null = null;
  keyId: number | null = null;
  /** Network address of a visitor, who needs no key. */
  visitor: string | null = null;
  /** Base URL of this service as the client sees it. */
  baseUrl = '';
  /** How new the answer must be (see read-after.ts). */
  readAfter: ReadAfter = null;
  /** Cost that the key or the visitor is charged. */
  cost = 0;
  /** Charges what the work costs beyond that, once the call has been charged: it may go on when the caller has left. */
  chargeMore: ((cost: number) => void) | null = null;
  /** Size of its body, once that has been read. */
  bodyBytes = 0;
  /** True if the answer was remembered. */
  remembered = false;
  /** True if the answer is a stream, which lasts as long as its reader stays. */
  streamed = false;
  /** True if it waited for a change, or was made to wait: how long it took says nothing about the service. */
  waited = false;
  /** Why it is refused, if it is. */
  refusal: Refusal | null = null;
  /** Number of SQL statements sent so far; counted only while there are metrics or traces. */
  statements = 0;
  trace: Trace | null = null;
  #url: URL | null | undefined;
  #ending: AbortController | undefined;

  constructor(
    /** The original request, for reading its body. */
    readonly source: IncomingMessage | Request,
    readonly method: string,
    /** The URL as received, with its host. */
    readonly rawUrl: string,
    readonly headers: IncomingHttpHeaders,
  ) {
    this.id = requestIdOf(headers[REQUEST_ID]);
  }

  /** Null if `rawUrl` is not a valid URL. */
  get url(): URL | null {
    if (this.#url === undefined) this.#url = URL.canParse(this.rawUrl) ? new URL(this.rawUrl) : null;
    return this.#url;
  }

  /** Aborted when the answer is no longer wanted. Created lazily, because most answers are remembered. */
  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    return this.#ending.signal;
  }

  /** Called when the client has disconnected or the request has timed out: no more work is done for it. */
  abort(reason: ApiError = errors.hungUp()): void {
    this.#ending ??= new AbortController();
    this.#ending.abort(reason);
  }

  /** The work for it has cost this much so far. */
  raiseCost(cost: number): void {
    const more = cost - this.cost;
    if (more <= 0) return;
    this.cost = cost;
    this.chargeMore?.(more);
  }

  /** The lane at the gate: that of the key, of the visitor's address, or null for neither. */
  get lane(): Lane {
    return this.keyId ?? this.visitor;
  }

  /** Only for headers that Node gives as one string, which excludes `set-cookie`. */
  header(name: string): string | null {
    return (this.headers[name] as string | undefined) ?? null;
  }
}

/** One of the places for requests in progress, each of which counts to an address or a key. */
export type Place = {
  /** Counts it to another owner; false if that owner has its share. */
  moveTo(owner: string): boolean;
  /** Gives it up while the request only waits for a change; the result takes it again, false if the owner has its share. */
  pause(): () => boolean;
  release(): void;
};

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

/** Source of a call that no request belongs to. */
export const NO_REQUEST = new Request('http://localhost/');

/** For work that many callers share, in the lane of one of them. */
export function sharedCall({ baseUrl, keyId, visitor }: Pick<Call, 'baseUrl' | 'keyId' | 'visitor'>): Call {
  return Object.assign(new Call(NO_REQUEST, 'POST', '', {}), { baseUrl, keyId, visitor });
}
