// Rows travel as JSON arrays: the names of their columns, which every row would repeat, take the server and the driver
// longer than the values do. One description gives both the statement and the way back to objects.

/** The expression of each column, or the rows it holds. */
export type Columns<Row> = { [Name in keyof Row]?: string | Rows<Entry<Row[Name]>> };

export type Rows<Row> = { columns: Columns<Row>; from: string; order?: string };

type Entry<Value> = Value extends readonly (infer One)[] ? One : never;

/** A row as one value. */
export function packed<Row>(columns: Columns<Row>): string {
  const values = Object.values<string | Rows<unknown>>(columns as Record<string, string>);
  return `json_build_array(${values.map((value) => (typeof value === 'string' ? value : packedRows(value))).join(', ')})`;
}

/** All rows as one value. */
export function packedRows<Row>({ columns, from, order }: Rows<Row>): string {
  const ordered = order === undefined ? '' : ` ORDER BY ${order}`;
  return `(SELECT coalesce(json_agg(${packed(columns)}${ordered}), '[]') FROM ${from})`;
}

export type Unpack<Row> = (values: unknown[]) => Row;

/** Made as source, where the engine sees every name: a loop over the names takes ten times as long. */
export function createUnpack<Row>(columns: Columns<Row>): Unpack<Row> {
  const entries = Object.entries<string | Rows<unknown>>(columns as Record<string, string>);
  const inner = entries.map(([, column]) => (typeof column === 'string' ? null : createUnpack(column.columns)));
  const properties = entries.map(([name], at) => {
    const value = inner[at] ? `values[${at}].map(inner[${at}])` : `values[${at}]`;
    return `${JSON.stringify(name)}: ${value}`;
  });
  return new Function('inner', `return (values) => ({ ${properties.join(', ')} })`)(inner);
}
