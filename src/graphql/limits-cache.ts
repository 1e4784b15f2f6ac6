// Parsed documents, so that a document sent again is not parsed and counted again; the longest unused goes first.
// Bounded by tokens, not by number: a parsed token takes about half a kilobyte.
import type { DocumentNode } from 'graphql';

export function createDocumentCache(maxTokens = 50_000) {
  const documents = new Map<string, DocumentNode>();
  let tokens = 0;
  return {
    get(text: string): DocumentNode | undefined {
      const document = documents.get(text);
      if (document) {
        documents.delete(text);
        documents.set(text, document);
      }
      return document;
    },
    set(text: string, document: DocumentNode): void {
      documents.set(text, document);
      tokens += size(text, document);
      for (const [oldest, unused] of documents) {
        if (tokens <= maxTokens) break;
        documents.delete(oldest);
        tokens -= size(oldest, unused);
      }
    },
  };
}

/** White space and comments are no tokens, but the text is kept too. */
const size = (text: string, { tokenCount = 0 }: DocumentNode) => tokenCount + text.length / 500;
