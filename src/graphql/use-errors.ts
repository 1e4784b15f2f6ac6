import type { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { ApiError } from '../errors.js';
import { graphqlMediaType } from '../http/graphql-media-type.js';
import type { ToApiError } from '../to-api-error.js';
import { createMaskError, shortened } from './mask-error.js';

/** Errors as callers are given them, and the HTTP status that an answer with errors has. */
export function useErrors(toApiError: ToApiError, bodyTooLarge: ApiError): Plugin {
  const masked = createMaskError(toApiError, bodyTooLarge);
  return {
    onResultProcess({ request, result, setResult, serverContext }) {
      if (!('errors' in result) || !result.errors) return;
      const { note } = serverContext as { note?: { id: string } };
      const errors = result.errors.map((error) => shortened(masked(error, note?.id)));
      const isAnswer = result.data != null && graphqlMediaType(request.headers.get('accept')) !== 'application/json';
      setResult({ ...result, errors: isAnswer ? errors.map(withoutStatus) : errors });
    },
  };
}

/** In GraphQL's own media type an answer with data is a success, whatever is missing in it. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { status, ...http } = (error.extensions.http ?? {}) as { status?: number };
  Object.assign(error.extensions, { http });
  return error;
}
