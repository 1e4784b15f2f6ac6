/** The spans of one request. */
export type Trace = {
  operation<Result>(name: string, work: () => Result): Result;
  statement<Result>(text: string, work: () => Promise<Result>): Promise<Result>;
  end(route: string, status: number): void;
};
