// Persisted operations by name or hash: as `documentId`, which the GraphQL-over-HTTP draft names and urql sends, or in
// `extensions.persistedQuery`, as Apollo Client and urql's exchange do. A document sent as text is let through, or
// refused when only persisted ones are accepted.
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { errors } from '../errors.js';
import type { PersistedOperation } from './persisted.js';

export function usePersisted(operations: PersistedOperation[], only: boolean): Plugin {
  const names = operations.map(({ name }) => name);
  const byId = new Map(operations.flatMap((operation) => idsOf(operation).map((id) => [id, operation])));
  const byText = new Map(operations.map((operation) => [operation.text, operation]));
  return {
    onParams({ params, request, setParams }) {
      if (params.query == null) {
        const id = askedFor(params, request);
        const operation = byId.get(id);
        if (id != null && !operation) throw errors.unknownOperation(names);
        if (operation) return setParams({ ...withoutId(params), query: operation.text });
      }
      if (only && !byText.has(params.query ?? '')) throw errors.onlyPersisted();
    },
    // Parsed at start; what validating it found is kept by the server, with the document as its key.
    onParse({ params: { source }, setParsedDocument }) {
      const operation = byText.get(String(source));
      if (operation) setParsedDocument(operation.document);
    },
  };
}

function idsOf({ name, hash }: PersistedOperation): unknown[] {
  return [name, hash, `sha256:${hash}`];
}

type Params = GraphQLParams & { documentId?: unknown };

function askedFor({ documentId, extensions }: Params, request: Request): unknown {
  // The server reads only the parameters it knows from the address of a GET.
  const fromAddress = () => (request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : null);
  return documentId ?? fromAddress() ?? extensions?.persistedQuery?.sha256Hash;
}

function withoutId({ documentId, ...params }: Params): GraphQLParams {
  return params;
}
