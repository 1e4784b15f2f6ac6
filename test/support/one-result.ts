const ONE_RESULT = /^event: next\ndata: (.*)\n\nevent: complete\ndata: \n\n$/;

/**
 * The result in an event stream that answers a query, for a client that accepts nothing else; null if it is not one.
 */
export function oneResultIn(text: string): string | null {
  return ONE_RESULT.exec(text)?.[1] ?? null;
}
