// Plain SQL, the same over the embedded database and over PostgreSQL. Values come back as the drivers parse
// them, and they differ on dates and large integers: statements cast those to text.

export type Sql = {
  query<Row extends object = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** The same for a statement that comes again and again in the same words: the server keeps its plan. */
  often<Row extends object = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Several statements at once, without values. */
  script(statements: string): Promise<void>;
};

export type SqlConnection = Sql & {
  /** One connection, committed when `work` returns and rolled back when it throws. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
};
