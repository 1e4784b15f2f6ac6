// One request, from the socket to its answer: what came, and what has become known of it on the way. Making a Request and a
// Response of each would take longer than many an answer.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ReadAfter } from './read-after.js';
import { REQUEST_ID, requestIdOf } from './request-id.js';

/** Where no route was found: labels must stay few, however many addresses are tried. */
export const NO_ROUTE = 'other';

/** No key has this id. However many visitors come, they take turns with each key as one. */
const VISITORS_LANE = 0;

export class Call {
  readonly id: string;
  readonly startedAt = performance.now();
  /** Aborted when the answer is no longer wanted. */
  signal: AbortSignal | undefined = undefined;
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
  /** SQL statements sent so far; counted only while there are metrics or traces. */
  statements = 0;
  trace: Trace | null = null;
  #url: URL | null | undefined;

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

  /** Whose work it is: that of a key, of visitors together, or of nobody in particular. */
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
  call.signal = request.signal;
  return call;
}
