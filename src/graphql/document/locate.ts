import { type FieldNode, GraphQLError } from 'graphql';
import { ApiError } from '../../errors.js';

/** Adds the field and its path to an error that `work` throws; enclosing calls extend the path. */
export function located<Result>(nodes: FieldNode[], work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GraphQLError || error instanceof ApiError)) throw error;
    const [node] = nodes;
    const key = node?.alias?.value ?? node?.name.value ?? '';
    const known = error instanceof GraphQLError ? error : null;
    throw new GraphQLError(error.message, {
      nodes: known?.nodes ?? node ?? null,
      path: [key, ...(known?.path ?? [])],
      originalError: known ? known.originalError : error,
      extensions: known?.extensions ?? null,
    });
  }
}

/** Returns the error as it was before it was located in a document. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ?? error) : error;
}
