// Errors as GraphQL callers receive them: deliberate ones with their code and HTTP status, mistakes in the document
// unchanged, and everything else masked.
import { GraphQLError } from 'graphql';
import { ApiError, type ToApiError } from '../../errors.js';

/**
 * `id` is the request id. `bodyTooLarge` replaces the server's own error, which has another status and does not say
 * what to do.
 */
export function createMaskError(toApiError: ToApiError, bodyTooLarge: ApiError) {
  return (error: unknown, id?: string): GraphQLError => {
    if (!(error instanceof GraphQLError)) return answered(toApiError(error, id));
    if (error.extensions.code === 'REQUEST_ENTITY_TOO_LARGE') return graphqlError(bodyTooLarge);
    const cause = error.originalError;
    if (cause && isOurs(cause, error)) return answered(toApiError(cause, id), error);
    if (error.extensions.code) return error;
    // A mistake in the document or its variables, whose status depends on what the caller accepts.
    return graphqlError(new ApiError(400, 'BAD_REQUEST', error.message), error, { spec: true });
  };
}

/** True for our errors and values that cannot be serialised (bad data); a document mistake has nodes or a code. */
function isOurs(cause: Error, { path }: GraphQLError): boolean {
  return !(cause instanceof GraphQLError) || (path !== undefined && !cause.nodes && !cause.extensions.code);
}

/** A client of automatic persisted queries expects a 200 here, unless it accepts GraphQL's own media type. */
function answered(error: ApiError, at?: GraphQLError): GraphQLError {
  return graphqlError(error, at, error.code === 'PERSISTED_QUERY_NOT_FOUND' ? { spec: true } : {});
}

export function graphqlError(error: ApiError, at?: GraphQLError, http?: object): GraphQLError {
  const { message, code, status, headers } = error;
  return new GraphQLError(message, {
    nodes: at?.nodes ?? null,
    source: at?.source ?? null,
    positions: at?.positions ?? null,
    path: at?.path ?? null,
    extensions: { ...at?.extensions, code, http: { status, headers, ...http, ...at?.extensions.http } },
  });
}

const MESSAGE_LENGTH = 1_000;

/** Messages quote the document and its variables; a long text must not be repeated in every error. */
export function shortened(error: GraphQLError): GraphQLError {
  if (error.message.length <= MESSAGE_LENGTH) return error;
  return new GraphQLError(`${error.message.slice(0, MESSAGE_LENGTH)}…`, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions: error.extensions,
  });
}
