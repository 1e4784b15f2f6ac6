// Nouns that come by the page: a row is one JSON object with all that belongs to it, so that one statement reads a
// page, and both drivers give the same. What is large or costs something is a part, read only when it is asked for.
import type { Sql } from './sql.js';

export type Noun<Row, Part extends string> = {
  from: string;
  key: string;
  /** With those of the parts that are asked for. */
  columns(asked: ReadonlySet<Part>): string[];
  /** Only says what the rows are; parts that are not asked for are missing from them. */
  row?: Row;
};

/** The rows that fulfil a condition, as a table with the one column "row". */
export function rowsOf<Row, Part extends string>(
  { from, columns }: Noun<Row, Part>,
  asked: ReadonlySet<Part>,
  condition: string,
): string {
  return `(SELECT row_to_json("all") AS "row" FROM (
    SELECT ${columns(asked).join(', ')} FROM ${from} WHERE ${condition}) "all")`;
}

/** In the order of `keys`; null where there is none that fulfils the condition. */
export async function readByKey<Row, Part extends string>(
  sql: Sql,
  noun: Noun<Row, Part>,
  asked: ReadonlySet<Part>,
  keys: readonly string[],
  condition = 'true',
): Promise<(Row | null)[]> {
  const rows = await sql.often<{ nth: number; row: Row }>(
    `SELECT "wanted"."nth"::int AS "nth", "found"."row"
     FROM unnest($1::text[]) WITH ORDINALITY AS "wanted"("key", "nth")
     CROSS JOIN LATERAL ${rowsOf(noun, asked, `${noun.key} = "wanted"."key" AND ${condition}`)} "found"`,
    [keys],
  );
  const found: (Row | null)[] = keys.map(() => null);
  for (const { nth, row } of rows) found[nth - 1] = row;
  return found;
}

/** Null when there is none that fulfils the condition. */
export async function readOne<Row, Part extends string>(
  sql: Sql,
  noun: Noun<Row, Part>,
  asked: ReadonlySet<Part>,
  key: string,
  condition: string,
): Promise<Row | null> {
  const [row] = await readByKey(sql, noun, asked, [key], condition);
  return row ?? null;
}
