// Plain SQL, the same over the embedded database and over PostgreSQL. Values come back as the drivers parse
// them, and they differ on dates and large integers: statements cast those to text.

export type Sql = {
  query<Row extends object = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** The same for a statement that comes again and again in the same words: the server keeps its plan. */
  often<Row extends object = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Several statements at once, without values. */
  script(statements: string): Promise<void>;
};

/**
 * What the rows are, without the rows: the driver still holds their list, and so do promises that were waited for long,
 * which for the garbage collector makes it old (see context.ts).
 */
export function taken<Row, Value>(rows: Row[], of: (row: Row) => Value): Value[] {
  const values = rows.map(of);
  rows.length = 0;
  return values;
}

export type SqlConnection = Sql & {
  /** One connection, committed when `work` returns and rolled back when it throws. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
};
