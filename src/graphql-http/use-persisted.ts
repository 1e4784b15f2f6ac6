// Persisted operations in place of documents: our own and, unless only those are accepted, texts that callers have sent
// before with their hash (automatic persisted queries). Written here rather than taken from a plugin, because the cache
// is bounded in bytes and holds only texts that have passed every limit.
import { hash } from 'node:crypto';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { errors } from '../errors.js';
import { byId, idOf, type Params } from '../operations/operation-id.js';
import type { PersistedOperation } from '../operations/persisted.js';

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
    // Our operations are parsed at start. The server caches the result of validation by document.
    onParse({ params: { source }, setParsedDocument }) {
      const operation = byText.get(String(source));
      if (operation) setParsedDocument(operation.document);
    },
  };
}

/** Room for some dozens of long documents, or thousands of short ones. */
const SENT_BYTES = 4_000_000;

/** Hash of an automatic persisted query; null if the request is not one. */
function hashOf({ extensions }: GraphQLParams): string | null {
  const { version, sha256Hash } = ((extensions ?? {}) as NonNullable<Params['extensions']>).persistedQuery ?? {};
  return version === 1 && typeof sha256Hash === 'string' ? sha256Hash : null;
}

/** The server reads only the parameters it knows from the URL of a GET. */
function inAddress({ method, url }: Request): string | null {
  return method === 'GET' ? new URL(url).searchParams.get('documentId') : null;
}

function withoutId({ documentId, ...params }: GraphQLParams & { documentId?: unknown }): GraphQLParams {
  return params;
}
