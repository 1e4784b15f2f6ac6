// Errors as GraphQL gives them to callers: those made on purpose with their code and HTTP status, the document's own
// mistakes as they are, and everything else masked.
import { GraphQLError } from 'graphql';
import { ApiError, type ErrorLog, maskUnexpected } from '../errors.js';

export function createMaskError(log: ErrorLog) {
  return (error: unknown): Error => {
    if (!(error instanceof GraphQLError)) return graphqlError(apiErrorOf(error, log));
    const cause = error.originalError;
    if (cause && !(cause instanceof GraphQLError)) return graphqlError(apiErrorOf(cause, log), error);
    return error.extensions.code ? error : graphqlError(new ApiError(400, 'BAD_REQUEST', error.message), error);
  };
}

function apiErrorOf(cause: unknown, log: ErrorLog): ApiError {
  return cause instanceof ApiError ? cause : maskUnexpected(cause, log);
}

function graphqlError({ message, code, status }: ApiError, at?: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    nodes: at?.nodes ?? null,
    source: at?.source ?? null,
    positions: at?.positions ?? null,
    path: at?.path ?? null,
    extensions: { ...at?.extensions, code, http: { status, ...at?.extensions.http } },
  });
}
