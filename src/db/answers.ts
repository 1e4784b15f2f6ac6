export type Answer = { value?: unknown; error?: Error | undefined };

/** Answers of another thread or process, by the ids of what it was asked. */
export function createAnswers() {
  const waiting = new Map<number, (answer: Answer) => void>();
  let end: Error | undefined;
  return {
    to: (id: number) =>
      new Promise<unknown>((resolve, reject) => {
        if (end) reject(end);
        else waiting.set(id, ({ value, error }) => (error ? reject(revived(error)) : resolve(value)));
      }),
    receive(id: number, answer: Answer): void {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    /** Nothing is answered any more. */
    end(error: Error): void {
      end = error;
      for (const answer of waiting.values()) answer({ error });
    },
  };
}

/** Errors arrive as plain objects. Prisma recognises its own by their names, which are kept. */
function revived(error: Error): Error {
  return error instanceof Error ? error : Object.assign(new Error((error as Error).message), error);
}
