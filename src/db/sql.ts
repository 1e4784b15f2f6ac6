// Plain SQL, the same for the embedded database and for PostgreSQL. The drivers parse dates and large integers
// differently, so statements must cast those to text.

export type Sql = {
  query<Row extends object = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Like `query`, for a statement whose text recurs: the server keeps its plan. */
  queryPrepared<Row extends object = Record<string, unknown>>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Runs several statements at once, without parameters. */
  script(statements: string): Promise<void>;
  /** Notes what an answer depends on, if it is to be remembered: all of a kind, or the one with this key. */
  tag?(kind: string, key?: string): void;
};

const PORTION = 500;

/** The rows of a statement, some at a time; within a transaction, one statement after the other. */
export async function* inPortions<Row extends object>(
  sql: Pick<Sql, 'query'>,
  statement: string,
): AsyncGenerator<Row[]> {
  await sql.query(`DECLARE "rows" NO SCROLL CURSOR FOR ${statement}`);
  for (;;) {
    const rows = await sql.query<Row>(`FETCH ${PORTION} FROM "rows"`);
    if (rows.length > 0) yield rows;
    if (rows.length < PORTION) break;
  }
  await sql.query('CLOSE "rows"');
}

/** The parameters of a statement while it is written: `given` adds one, and returns what stands for it. */
export function createParameters(...values: unknown[]) {
  return { values, given: (value: unknown) => `$${values.push(value)}` };
}

/**
 * Maps the rows and empties their array. The driver still references the array, and so do promises that were awaited
 * for long, which keeps it in the old generation of the heap (see graphql/builder/context.ts).
 */
export function mapAndClear<Row, Value>(rows: Row[], of: (row: Row) => Value): Value[] {
  const values = rows.map(of);
  rows.length = 0;
  return values;
}

export type SqlConnection = Sql & {
  /** Runs on one connection; commits when `work` resolves and rolls back when it rejects. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
};
