// Rows are sent as JSON, by column: column names and per-value type lookups cost the server and the driver more time
// than the values themselves.
import { dateOf } from './day.js';
import type { Property, Rows } from './plan.js';
import type { Tag } from './tags.js';

/** For each set of rows: the ordinals of their parents, their own ordinals, then each column; null without rows. */
export type Sets = (unknown[] | null)[][];

export type Packing = {
  /** CTEs for the sets that have nested lists, to be appended to the WITH of the root rows. */
  with: string;
  /** SQL expression for all sets as one value. */
  value: string;
  /** Returns the root rows, each at the index of its ordinal. */
  unpack(sets: Sets): object[];
  /** Notes the cache tags of all rows. */
  tag(sets: Sets, tag: Tag): void;
};

export function packed(root: Rows): Packing {
  const sets: Rows[] = [];
  const within: string[] = [];
  const values: string[] = [];

  function pack(rows: Rows, from: string, own: string, up: string, columns: string): void {
    const sent = [...rows.sent].map((at) => `json_agg(${columns}."${at}")`);
    sets.push(rows);
    values.push(`(SELECT json_build_array(VARIADIC ARRAY[${[up, own, ...sent].join(', ')}]) FROM ${from})`);
    for (const { rows: list, statement } of rows.lists) {
      const inside = `"${rows.name}" CROSS JOIN LATERAL (${statement()}) "inside"`;
      if (list.lists.length === 0) {
        pack(list, inside, NOTHING, `json_agg("${rows.name}"."ordinal")`, '"inside"');
        continue;
      }
      within.push(`, "${list.name}" AS MATERIALIZED (
        SELECT row_number() OVER () AS "ordinal", "${rows.name}"."ordinal" AS "up", "inside".* FROM ${inside})`);
      pack(list, `"${list.name}"`, 'json_agg("ordinal")', 'json_agg("up")', `"${list.name}"`);
    }
  }

  pack(root, `"${root.name}"`, 'json_agg("ordinal")', NOTHING, `"${root.name}"`);
  return {
    with: within.join(''),
    value: `json_build_array(${values.join(', ')})`,
    unpack: createUnpack(sets),
    tag: createTag(sets),
  };
}

const NOTHING = `'null'::json`;

function createUnpack(sets: Rows[]): (values: Sets) => object[] {
  const indexes = new Map(sets.map((rows, at) => [rows, at]));
  const makers = sets.map((rows) => createMaker(rows, indexes));
  return (values) => {
    const lists: Lists = [];
    // From last to first, because nested lists come after the rows that hold them and must be built before them.
    for (let set = sets.length - 1; set >= 0; set -= 1) {
      const [parents, numbers, ...columns] = values[set] ?? [];
      const make = makers[set]?.(columns, lists);
      if (make) lists[set] = byParent(make, parents as number[] | null, numbers as number[] | null);
    }
    return (lists[0]?.[0] ?? []) as object[];
  };
}

function createTag(sets: Rows[]): Packing['tag'] {
  const tagged = sets.flatMap(({ tags, sent }, set) =>
    tags.map(({ kind, at }) => ({ kind, set, column: at === null ? null : 2 + [...sent].indexOf(at) })),
  );
  return (values, tag) => {
    for (const { kind, set, column } of tagged) {
      if (column === null) tag(kind);
      else for (const key of new Set(values[set]?.[column])) if (key !== null) tag(kind, String(key));
    }
  };
}

/** For each set, the lists of its rows by the ordinal of their parent. */
type Lists = object[][][];
/** Makes the object of a row from its index in the columns and its ordinal. */
type Make = (at: number, number: number) => object;
type MakeOf = Extract<Property, { kind: 'made' }>['make'];
type Maker = (columns: (unknown[] | null)[], lists: Lists) => Make;

/** Root rows have no parent and form one list, each at the index of its ordinal. */
function byParent(make: Make, parents: number[] | null, numbers: number[] | null): object[][] {
  if (parents === null) {
    const root: object[] = [];
    for (const [at, number] of numbers?.entries() ?? []) root[number - 1] = make(at, number);
    return [root];
  }
  const lists: object[][] = [];
  for (const [at, parent] of parents.entries()) {
    const row = make(at, numbers?.[at] ?? 0);
    const list = lists[parent];
    if (list) list.push(row);
    else lists[parent] = [row];
  }
  return lists;
}

/** Generated code, so that the engine knows all property names: a loop is slower (docs/figures.md). */
function createMaker({ sent, properties }: Rows, indexes: Map<Rows, number>): Maker {
  const columnAt = new Map([...sent].map((at, index) => [at, `columns[${index}][at]`]));
  const makes: MakeOf[] = [];
  const additions: string[] = [];
  const expressionOf = (property: Exclude<Property, { kind: 'made' }>): string => {
    if (property.kind === 'many') return `lists[${indexes.get(property.rows)}]?.[number] ?? []`;
    if (property.kind === 'value') {
      const value = columnAt.get(property.at);
      return property.revive ? `${value} === null ? null : ${property.revive}(${value})` : `${value}`;
    }
    const object = objectOf(property.properties);
    return property.presentAt === null ? object : `${columnAt.get(property.presentAt)} ? ${object} : null`;
  };
  const objectOf = (all: Property[]): string => {
    const read = all.filter((property) => property.kind !== 'made');
    const object = `{ ${read.map((property) => `${JSON.stringify(property.name)}: ${expressionOf(property)}`).join(', ')} }`;
    const made = all.filter((property) => property.kind === 'made');
    return made.length === 0 ? object : `${additionOf(made)}(${object})`;
  };
  /** Returns the name of a generated function that adds these properties to a row. */
  const additionOf = (made: Extract<Property, { kind: 'made' }>[]): string => {
    const add = `add${additions.length}`;
    const values = made.map(({ make }, at) => `const made${at} = makes[${makes.push(make) - 1}](row);`);
    const names = made.map(({ name }, at) => `row[${JSON.stringify(name)}] = made${at};`);
    additions.push(`const ${add} = (row) => { ${[...values, ...names].join(' ')} return row; };`);
    return add;
  };
  const object = objectOf(properties);
  const source = `${additions.join('\n')} return (columns, lists) => (at, number) => (${object});`;
  return new Function('dateOf', 'bytesOf', 'makes', source)(dateOf, bytesOf, makes) as Maker;
}

/** Parses bytea as PostgreSQL writes it in JSON. */
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice('\\x'.length), 'hex'));
