// An error as it goes over the wire, in the form that each face has for it.
import { type ApiError, errorBody } from '../errors.js';
import type { Reply } from './answer.js';
import { COMMON_HEADERS } from './common-headers.js';
import type { Form } from './face.js';
import { headerList } from './headers.js';

export function refusalReply(error: ApiError, form: Form, method: string | undefined): Reply {
  const body = JSON.stringify(form === 'rest' ? errorBody(error) : graphqlErrorBody(error));
  const headers = headerList({
    'content-type': `${form === 'rest' ? 'application/json' : form}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(body)),
    ...error.headers,
    ...COMMON_HEADERS,
  });
  return { status: error.status, headers, body: method === 'HEAD' ? null : body };
}

/** As a client of GraphQL expects an error that comes before anything is read of its document. */
function graphqlErrorBody({ message, code }: ApiError) {
  return { errors: [{ message, extensions: { code } }] };
}
