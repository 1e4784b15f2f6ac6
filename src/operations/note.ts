// What is noted of a request while it is answered, for the log, the metrics and the traces.
import type { IncomingHttpHeaders } from 'node:http';
import type { ReadAfter } from '../http/read-after.js';
import { REQUEST_ID, requestIdOf } from './request-id.js';
import type { Trace } from './trace.js';

export type Note = {
  readonly id: string;
  readonly method: string;
  readonly startedAt: number;
  /** The pattern of the address, never the address itself: that may hold anything. */
  route: string;
  /** The operation that is run, if it is one of ours. */
  operation: string | null;
  /** What the caller named the operation of a document. */
  documentName: string | null;
  keyId: number | null;
  /** How new the answer must be (see http/read-after.ts). */
  readAfter: ReadAfter;
  /** What the request costs its key. */
  cost: number;
  /** Whether the answer was there already. */
  remembered: boolean;
  /** SQL statements sent so far; counted only while somebody wants to know. */
  statements: number;
  trace: Trace | null;
};

/** Where no route was found: labels must stay few, however many addresses are tried. */
export const NO_ROUTE = 'other';

export function createNote(method = 'GET', headers: IncomingHttpHeaders = {}): Note {
  return {
    id: requestIdOf(headers[REQUEST_ID]),
    method,
    startedAt: performance.now(),
    route: NO_ROUTE,
    operation: null,
    documentName: null,
    keyId: null,
    readAfter: null,
    cost: 0,
    remembered: false,
    statements: 0,
    trace: null,
  };
}
