// Nouns that come by the page: a row is one value with all that belongs to it, so that one statement reads a page, and
// both drivers give the same. What is large or costs something is a part, read only when it is asked for.
import { type Columns, createUnpack, packed, type Unpack } from './packed.js';
import type { Sql } from './sql.js';

export type Noun<Row, Part extends string> = {
  from: string;
  key: string;
  /** With those of the parts that are asked for; the others are missing from the rows. */
  reading(asked: ReadonlySet<Part>): Reading<Row>;
};

export type Reading<Row> = { value: string; unpack: Unpack<Row> };

export function createNoun<Row, Part extends string>(
  from: string,
  key: string,
  columnsOf: (asked: ReadonlySet<Part>) => Columns<Row>,
): Noun<Row, Part> {
  const known = new WeakMap<ReadonlySet<Part>, Reading<Row>>();
  return {
    from,
    key,
    reading(asked) {
      const before = known.get(asked);
      if (before) return before;
      const columns = columnsOf(asked);
      const reading = { value: packed(columns), unpack: createUnpack(columns) };
      known.set(asked, reading);
      return reading;
    },
  };
}

/** In the order of `keys`; null where there is none that fulfils the condition. `values` are those from $2 on. */
export async function readByKey<Row, Part extends string>(
  sql: Sql,
  { from, key, reading }: Noun<Row, Part>,
  asked: ReadonlySet<Part>,
  keys: readonly string[],
  { condition = 'true', values = [] }: { condition?: string; values?: unknown[] } = {},
): Promise<(Row | null)[]> {
  const { value, unpack } = reading(asked);
  const rows = await sql.often<{ nth: number; row: unknown[] }>(
    `SELECT "wanted"."nth"::int AS "nth", ${value} AS "row"
     FROM unnest($1::text[]) WITH ORDINALITY AS "wanted"("key", "nth") JOIN ${from} ON ${key} = "wanted"."key"
     WHERE ${condition}`,
    [keys, ...values],
  );
  const found: (Row | null)[] = keys.map(() => null);
  for (const { nth, row } of rows) found[nth - 1] = unpack(row);
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
  const [row] = await readByKey(sql, noun, asked, [key], { condition });
  return row ?? null;
}
