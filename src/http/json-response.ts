// Every JSON answer of the service, but for what the GraphQL server says, which has its own media types.
import { STATUS_CODES } from 'node:http';
import { type ApiError, errorBody } from '../errors.js';

export type ResponseParts = { status?: number; headers?: Record<string, string> };

export function jsonResponse(body: unknown, { status = 200, headers = {} }: ResponseParts = {}): Response {
  const bytes = Buffer.from(JSON.stringify(body));
  return new Response(bytes, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.byteLength),
      ...headers,
    },
  });
}

export function errorResponse(error: ApiError): Response {
  const { status, headers } = error;
  return jsonResponse(errorBody(error), { status, headers });
}
