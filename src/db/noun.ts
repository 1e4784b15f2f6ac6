// Nouns that come by the page: a page is one value with all that belongs to its rows, so that one statement reads it, and
// both drivers give the same. What is large or costs something is a part, read only when it is asked for.
import { type Columns, createUnpack, packed, type Sets, type Unpack } from './packed.js';
import { type Sql, taken } from './sql.js';
import type { Things } from './visibility.js';

export type Noun<Row, Part extends string> = Things & {
  /** With those of the parts that are asked for; the others are missing from the rows. */
  reading(asked: ReadonlySet<Part>): Reading<Row>;
};

/** The value of the rows of "page", and the way back. */
export type Reading<Row> = { value: string; unpack: Unpack<Row> };

export function createNoun<Row, Part extends string>(
  things: Things,
  columnsOf: (asked: ReadonlySet<Part>) => Columns<Row>,
): Noun<Row, Part> {
  const known = new WeakMap<ReadonlySet<Part>, Reading<Row>>();
  return {
    ...things,
    reading(asked) {
      const before = known.get(asked);
      if (before) return before;
      const columns = columnsOf(asked);
      const reading = { value: packed(columns, things.as), unpack: createUnpack(columns) };
      known.set(asked, reading);
      return reading;
    },
  };
}

/** In the order of `keys`; null where there is none to be seen. `values` are those from $2 on. */
export async function readByKey<Row, Part extends string>(
  sql: Sql,
  { table, as, key, visible, reading }: Noun<Row, Part>,
  asked: ReadonlySet<Part>,
  keys: readonly string[],
  values: unknown[] = [],
): Promise<(Row | null)[]> {
  const { value, unpack } = reading(asked);
  const read = await sql.often<{ sets: Sets }>(
    `SELECT (
       WITH "page" AS MATERIALIZED (
         SELECT ${as}.*, "wanted"."nth" FROM unnest($1::text[]) WITH ORDINALITY AS "wanted"("key", "nth")
         JOIN ${table} ${as} ON ${key} = "wanted"."key" WHERE ${visible}
       ) SELECT ${value}
     ) AS "sets"`,
    [keys, ...values],
  );
  const found: (Row | null)[] = keys.map(() => null);
  for (const { nths, rows } of taken(read, ({ sets }) => unpack(sets))) {
    for (const [at, nth] of nths.entries()) found[nth - 1] = rows[at] ?? null;
  }
  return found;
}
