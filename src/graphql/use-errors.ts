import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ApiError, ToApiError } from '../errors.js';
import { graphqlMediaType } from '../http/graphql-media-type.js';
import { utf8 } from '../http/utf8.js';
import { createMaskError, shortened } from './mask-error.js';

/** A result with its errors as callers are given them, which depends on what they accept; `id` is that of the request. */
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
 * Bytes, for the server would count those of a text twice before it writes them. What it was made of is let go of: the
 * promises it has gone through are old by now, and would keep it until the next full collection.
 */
function toBytes(result: ExecutionResult): Buffer {
  const bytes = utf8([JSON.stringify(result)]);
  for (const field of Object.keys(result.data ?? {})) delete result.data?.[field];
  return bytes;
}

/** In GraphQL's own media type an answer with data is a success, whatever is missing in it. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { status, ...http } = (error.extensions.http ?? {}) as { status?: number };
  Object.assign(error.extensions, { http });
  return error;
}
