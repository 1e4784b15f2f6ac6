import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ApiError, ToApiError } from '../errors.js';
import { createMaskError, shortened } from '../graphql/document/mask-error.js';
import { graphqlMediaType } from '../http/graphql-media-type.js';
import { utf8 } from '../http/utf8.js';

/** Converts the errors of a result to those that callers receive, which depends on `accept`; `id` is the request id. */
export type Present = (result: ExecutionResult, accept: string | null, id: string | undefined) => ExecutionResult;

export function createPresent(toApiError: ToApiError, bodyTooLarge: ApiError): Present {
  const masked = createMaskError(toApiError, bodyTooLarge);
  return (result, accept, id) => {
    if (!result.errors) return result;
    const errors = result.errors.map((error) => shortened(masked(error, id)));
    const isAnswer = result.data != null && graphqlMediaType(accept) !== 'application/json';
    return { ...result, errors: isAnswer ? errors.map(withoutStatus) : errors };
  };
}

export function useErrors(present: Present): Plugin {
  return {
    onResultProcess({ request, result, setResult, serverContext }) {
      const { call } = serverContext as { call?: { id: string } };
      const shown = present(result as ExecutionResult, request.headers.get('accept'), call?.id);
      setResult({ ...shown, stringify: toBytes } as ExecutionResult);
    },
  };
}

/**
 * Returns bytes, because the server would measure a string twice before writing it. The data is emptied: promises it
 * has passed through are in the old generation by now, and would retain it until the next full collection.
 */
function toBytes(result: ExecutionResult): Buffer {
  const bytes = utf8([JSON.stringify(result)]);
  for (const field of Object.keys(result.data ?? {})) delete result.data?.[field];
  return bytes;
}

/** In GraphQL's own media type a response with data is a success, whatever errors it has. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { status, ...http } = (error.extensions.http ?? {}) as { status?: number };
  Object.assign(error.extensions, { http });
  return error;
}
