// Persisted operations in place of documents. A document sent as text is let through, or refused when only persisted
// ones are accepted.
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { errors } from '../errors.js';
import { byId, idOf, type Params } from './asked.js';
import type { PersistedOperation } from './persisted.js';

export function usePersisted(operations: PersistedOperation[], only: boolean): Plugin {
  const names = operations.map(({ name }) => name);
  const known = byId(operations);
  const byText = new Map(operations.map((operation) => [operation.text, operation]));
  return {
    onParams({ params, request, setParams }) {
      if (params.query == null) {
        const id = inAddress(request) ?? idOf(params as Params);
        const operation = known.get(id);
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

/** The server reads only the parameters it knows from the address of a GET. */
function inAddress({ method, url }: Request): string | null {
  return method === 'GET' ? new URL(url).searchParams.get('documentId') : null;
}

function withoutId({ documentId, ...params }: GraphQLParams & { documentId?: unknown }): GraphQLParams {
  return params;
}
