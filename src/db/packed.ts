// Rows travel as JSON, by the column: the names of the columns, and what is looked up about their types for every single
// value, take the server and the driver longer than the values do. One description gives both the statement and the way
// back to objects.

/** The expression of each column, or the rows it holds. */
export type Columns<Row> = { [Name in keyof Row]?: string | Rows<Entry<Row[Name]>> };

/** `from` may speak of the row that holds them. Without an order they come in none. */
export type Rows<Row> = { columns: Columns<Row>; from: string; order?: string };

type Entry<Value> = Value extends readonly (infer One)[] ? One : never;

/** The rows of "page", known as `as`, as one value; each has its number in the column "nth". */
export function packed<Row>(columns: Columns<Row>, as: string): string {
  const values = Object.values<string | Rows<unknown>>(columns as Record<string, string>);
  const sets = values.map((value) => (typeof value === 'string' ? `json_agg(${value})` : packedInside(value, as)));
  return `(SELECT json_build_array(json_agg(${as}."nth"), ${sets.join(', ')}) FROM "page" ${as})`;
}

/** All that the rows hold, in one go. */
function packedInside({ columns, from, order }: Rows<unknown>, as: string): string {
  const expressions = Object.values<string>(columns);
  const selected = expressions.map((expression, at) => `${expression} AS "${at}"`);
  const sets = expressions.map((_, at) => `json_agg("inside"."${at}")`);
  return `(SELECT json_build_array(json_agg(${as}."nth"), ${sets.join(', ')})
    FROM "page" ${as} CROSS JOIN LATERAL (
      SELECT ${selected.join(', ')} FROM ${from}${order === undefined ? '' : ` ORDER BY ${order}`}
    ) AS "inside")`;
}

/** The numbers of the rows and the rows, both in the same order. */
export type Unpacked<Row> = { nths: number[]; rows: Row[] };
export type Unpack<Row> = (sets: Sets) => Unpacked<Row>;

/** The numbers of the rows, and then each column; null when there are no rows. */
export type Sets = unknown[];

/** Made as source, where the engine sees every name: a loop over the names takes ten times as long. */
export function createUnpack<Row>(columns: Columns<Row>): Unpack<Row> {
  const entries = Object.entries<string | Rows<unknown>>(columns as Record<string, string>);
  const inner = entries.map(([, column]) => (typeof column === 'string' ? null : createUnpack(column.columns)));
  const sets = entries.map((_, at) => {
    const set = `sets[${at + 1}]`;
    return `const set${at} = ${inner[at] ? `byNth(inner[${at}](${set}))` : set};`;
  });
  const properties = entries.map(
    ([name], at) => `${JSON.stringify(name)}: ${inner[at] ? `set${at}.get(nths[at]) ?? []` : `set${at}[at]`}`,
  );
  return new Function(
    'inner',
    'byNth',
    `return (sets) => {
      const nths = sets[0] ?? [];
      ${sets.join('\n')}
      const rows = [];
      for (let at = 0; at < nths.length; at += 1) rows.push({ ${properties.join(', ')} });
      return { nths, rows };
    }`,
  )(inner, byNth);
}

function byNth<Row>({ nths, rows }: Unpacked<Row>): Map<number, Row[]> {
  const lists = new Map<number, Row[]>();
  for (const [at, row] of rows.entries()) {
    const nth = nths[at] as number;
    const list = lists.get(nth);
    if (list) list.push(row);
    else lists.set(nth, [row]);
  }
  return lists;
}
