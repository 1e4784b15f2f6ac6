/** While it is under way, everybody waits for the same one. */
export function shared<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () => {
    underWay ??= work().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
