// Replies as they are sent, and errors in the format of each endpoint.
import { STATUS_CODES } from 'node:http';
import { type ApiError, errorBody, errors } from '../errors.js';
import { COMMON_HEADERS } from './common-headers.js';
import { type GraphqlMediaType, graphqlMediaType } from './graphql-media-type.js';
import { type HeaderList, headerList, headerPairs } from './headers.js';
import { isStream, readableOf, type Stream } from './stream.js';

/** A short body should be a string: Node sends it in one piece with the headers. */
export type Reply = { status: number; headers: HeaderList; body: Uint8Array<ArrayBuffer> | string | Stream | null };

/** Adds the headers of every response; `headers` take precedence. */
export function createReply(status: number, headers: Record<string, string>, body: Reply['body']): Reply {
  const length = body === null || isStream(body) ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return { status, headers: headerList({ ...headers, ...COMMON_HEADERS, ...headers, ...length }), body };
}

export function jsonReply(status: number, headers: Record<string, string>, value: unknown): Reply {
  return createReply(status, { 'content-type': 'application/json; charset=utf-8', ...headers }, JSON.stringify(value));
}

export function responseOf({ status, headers, body }: Reply): Response {
  // For an empty string, Response would add a content type.
  const sent = isStream(body) ? readableOf(body) : body || null;
  return new Response(sent, { status, statusText: STATUS_CODES[status] ?? '', headers: headerPairs(headers) });
}

/** Format of an error: REST's own, or GraphQL's in the media type that the client accepts. */
type Form = 'rest' | GraphqlMediaType;

/** `api` is `rest` for unknown paths. */
export function refusalReply(error: ApiError, api: 'rest' | 'graphql', accept: string | null): Reply {
  const form = api === 'rest' ? 'rest' : graphqlMediaType(accept);
  return error === BUSY ? BUSY_REPLIES[form] : inForm(error, form);
}

function inForm(error: ApiError, form: Form): Reply {
  const type = form === 'rest' ? 'application/json' : form;
  const body = form === 'rest' ? errorBody(error) : graphqlErrorBody(error);
  return jsonReply(error.status, { 'content-type': `${type}; charset=utf-8`, ...error.headers }, body);
}

/** The format that a GraphQL client expects for an error before its document is read. */
function graphqlErrorBody({ message, code }: ApiError) {
  return { errors: [{ message, extensions: { code } }] };
}

/** Under overload, refusing is most of the work, so these replies are built in advance. */
export const BUSY = errors.busy();
const BUSY_REPLIES: Record<Form, Reply> = {
  rest: inForm(BUSY, 'rest'),
  'application/json': inForm(BUSY, 'application/json'),
  'application/graphql-response+json': inForm(BUSY, 'application/graphql-response+json'),
};
