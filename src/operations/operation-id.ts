// How a request names a persisted operation, by name or hash: as `documentId`, which the GraphQL-over-HTTP draft names
// and urql sends, or in `extensions.persistedQuery`, as Apollo Client and urql's exchange do.
import type { PersistedOperation } from './persisted.js';

export type Params = {
  query?: unknown;
  documentId?: unknown;
  operationName?: unknown;
  variables?: unknown;
  extensions?: { persistedQuery?: { version?: unknown; sha256Hash?: unknown } | null | undefined } | null | undefined;
};

export function idOf({ documentId, extensions }: Params): unknown {
  return documentId ?? extensions?.persistedQuery?.sha256Hash;
}

export function byId(operations: PersistedOperation[]): ReadonlyMap<unknown, PersistedOperation> {
  return new Map(operations.flatMap((operation) => idsOf(operation).map((id) => [id, operation])));
}

function idsOf({ name, hash }: PersistedOperation): unknown[] {
  return [name, hash, `sha256:${hash}`];
}
