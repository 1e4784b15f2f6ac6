// An error as it goes over the wire, in the form that each face has for it.
import { type ApiError, errorBody } from '../errors.js';
import type { Reply } from './answer.js';
import { COMMON_HEADERS } from './common-headers.js';
import { headerList } from './headers.js';
import { graphqlErrorBody } from './json-response.js';

export type Face = 'graphql' | 'rest';

export function refusalReply(error: ApiError, face: Face, method: string | undefined): Reply {
  const body = JSON.stringify(face === 'graphql' ? graphqlErrorBody(error) : errorBody(error));
  const headers = headerList({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...error.headers,
    ...COMMON_HEADERS,
  });
  return { status: error.status, headers, body: method === 'HEAD' ? null : body };
}
