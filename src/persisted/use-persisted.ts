// Persisted operations in place of documents: our own, and unless only those are accepted, what callers have sent before
// as text with its hash (automatic persisted queries). A few lines here rather than a plugin: what is kept is bounded in
// bytes, and is only what has passed every limit.
import { hash } from 'node:crypto';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { errors } from '../errors.js';
import { byId, idOf, type Params } from './operation-id.js';
import type { PersistedOperation } from './persisted.js';

export function usePersisted(operations: PersistedOperation[], only: boolean): Plugin {
  const names = operations.map(({ name }) => name);
  const known = byId(operations);
  const byText = new Map(operations.map((operation) => [operation.text, operation]));
  const sent = new LRUCache<string, string>({ maxSize: SENT_BYTES, sizeCalculation: (text) => 2 * text.length + 200 });
  function keep(contextValue: unknown): void {
    const { params } = contextValue as { params?: GraphQLParams };
    const sentHash = only || !params ? null : hashOf(params);
    if (sentHash !== null && params?.query) sent.set(sentHash, params.query);
  }
  return {
    onParams({ params, request, setParams }) {
      const sentHash = only ? null : hashOf(params);
      if (params.query == null) {
        const id = inAddress(request) ?? idOf(params as Params);
        const text = known.get(id)?.text ?? (sentHash === id ? sent.get(String(id)) : undefined);
        if (text !== undefined) return setParams({ ...withoutId(params), query: text });
        if (id != null && sentHash === id) throw errors.persistedQueryNotFound();
        if (id != null) throw errors.unknownOperation(names);
      } else if (sentHash !== null && sentHash !== hash('sha256', String(params.query))) throw errors.wrongHash();
      if (only && !byText.has(params.query ?? '')) throw errors.onlyPersisted();
    },
    onExecute: ({ args }) => keep(args.contextValue),
    onSubscribe: ({ args }) => keep(args.contextValue),
    // Parsed at start; what validating it found is kept by the server, with the document as its key.
    onParse({ params: { source }, setParsedDocument }) {
      const operation = byText.get(String(source));
      if (operation) setParsedDocument(operation.document);
    },
  };
}

/** Some dozens of long documents, or thousands of short ones. */
const SENT_BYTES = 4_000_000;

/** Of a query that the caller means to send only once; null when this is not one. */
function hashOf({ extensions }: GraphQLParams): string | null {
  const { version, sha256Hash } = ((extensions ?? {}) as NonNullable<Params['extensions']>).persistedQuery ?? {};
  return version === 1 && typeof sha256Hash === 'string' ? sha256Hash : null;
}

/** The server reads only the parameters it knows from the address of a GET. */
function inAddress({ method, url }: Request): string | null {
  return method === 'GET' ? new URL(url).searchParams.get('documentId') : null;
}

function withoutId({ documentId, ...params }: GraphQLParams & { documentId?: unknown }): GraphQLParams {
  return params;
}
