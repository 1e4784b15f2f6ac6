const ONE_RESULT = /^event: next\ndata: (.*)\n\nevent: complete\ndata: \n\n$/;

/** The result in the events that answer a query, for a client that accepts nothing else; null when these are none. */
export function oneResultIn(text: string): string | null {
  return ONE_RESULT.exec(text)?.[1] ?? null;
}
