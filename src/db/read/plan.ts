// From what Prisma's `select` asks for to the columns of one statement. Rows of a to-one relation are joined to the rows
// they belong to, lists of a to-many relation are sets of rows beside them, each with the number of its parent.
import { type Column, fieldOf, isColumn, MODELS, type Model, quoted, relationOf, tableOf } from './model.js';
import { conditionOf, linkOf, ROOT, refuseValue, type Source, sourceOf } from './where.js';

/** A property of the objects that are made: a value, another object, or a list of them. */
export type Property = { name: string } /** `revive` makes the value of what JSON has instead. */ & (
  | { kind: 'value'; at: number; revive: 'dateOf' | 'BigInt' | 'bytesOf' | null }
  /** `presentAt` is the column that is true when there is one; null when there always is. */
  | { kind: 'one'; presentAt: number | null; properties: Property[] }
  | { kind: 'many'; rows: Rows }
  | { kind: 'made'; make: (row: never) => unknown }
);

/**
 * In a select: properties that are made of the row, by name, as Prisma's result extensions have them. What they need is
 * selected beside them. All see the row as it was read; one with the name of a column takes its place.
 */
export const MADE = Symbol('made');

/** A set of rows. What is nested in a select is planned on it, until all of it is known and the statement is written. */
export type Rows = {
  /** How the statement names the set. */
  name: string;
  expressions: string[];
  /** Which of the expressions are sent; the others are for sets beside this one. */
  sent: Set<number>;
  joins: string[];
  properties: Property[];
  /** Its lists, each with the statement that reads it. */
  lists: { rows: Rows; statement: () => string }[];
  join(source: Source, relation: string, required?: boolean): Source;
};

type Selection = Record<string, unknown> & { [MADE]?: Record<string, (row: never) => unknown> };
type Nested = { select?: Selection; include?: Selection; where?: object; orderBy?: object | object[]; take?: number };

/** Rows that no model has, such as sums: an expression for each property. `of` names a column of the row around them. */
export type Computed = { columns: Record<string, string>; from: (of: (field: string) => string) => string };

export function createRows(name: string): Rows {
  const joined = new Map<string, Source>();
  const rows: Rows = {
    name,
    expressions: [],
    sent: new Set(),
    joins: [],
    properties: [],
    lists: [],
    join(source, relation, required = false) {
      const { model } = relationOf(source.model, relation);
      const key = source.column(MODELS[source.model].key[0] ?? '') + relation;
      const before = joined.get(key);
      if (before) return before;
      const as = `"${name} ${joined.size + 1}"`;
      const joins = sourceOf(model, as);
      rows.joins.push(`${required ? '' : 'LEFT '}JOIN ${tableOf(model)} ${as} ON ${linkOf(source, relation, joins)}`);
      const related = required ? byWhatLeadsThere(source, relation, joins) : joins;
      joined.set(key, related);
      return related;
    },
  };
  return rows;
}

/** Its key is also in the row that it is joined to, where a condition can ask for it before anything is joined. */
function byWhatLeadsThere(source: Source, relation: string, joined: Source): Source {
  const { from, to } = relationOf(source.model, relation);
  const column = (field: string) => {
    const at = to.indexOf(field);
    return at === -1 ? joined.column(field) : source.column(from[at] ?? '');
  };
  return { model: joined.model, column };
}

export function planRows(rows: Rows, source: Source, select: object, computed: Record<string, Computed> = {}): void {
  rows.properties = planned(rows, source, select as Selection, null);
  for (const [name, { columns, from }] of Object.entries(computed)) {
    const list = createRows(`${rows.name}.${rows.lists.length}`);
    list.properties = Object.entries(columns).map(([property, expression]) => ({
      name: property,
      kind: 'value',
      at: send(list, expression),
      revive: null,
    }));
    const entries = from(outside(rows, source).column);
    rows.lists.push({ rows: list, statement: () => `SELECT ${selected(list)} FROM ${entries}` });
    rows.properties.push({ name, kind: 'many', rows: list });
  }
}

/** Throws if rows of the model cannot be read with all of this in one statement. */
export function refuseUnreadable(model: Model, select: object): void {
  planRows(createRows('rows'), sourceOf(model, ROOT), select);
}

/** `back` is the row that these belong to, and the relation that leads there. */
function planned(
  rows: Rows,
  source: Source,
  select: Selection,
  back: { name: string; source: Source } | null,
): Property[] {
  const read = Object.entries(select)
    .filter(([, wanted]) => wanted)
    .map(([name, wanted]): Property => {
      if (name === '_count')
        return { name, kind: 'one', presentAt: null, properties: counts(rows, source, wanted as Nested) };
      const field = fieldOf(source.model, name);
      if (isColumn(field)) return { name, kind: 'value', ...readColumn(rows, source.column(name), field) };
      const nested = (wanted === true ? {} : wanted) as Nested;
      refuseUnknown(nested);
      const inside = nested.select ?? { ...everyColumn(field.model), ...nested.include };
      if (field.isList)
        return { name, kind: 'many', rows: planList(rows, source, name, { ...nested, select: inside }) };
      if (back?.name === name) {
        return { name, kind: 'one', presentAt: null, properties: planned(rows, back.source, inside, null) };
      }
      const related = rows.join(source, name);
      const present = `${related.column(MODELS[field.model].key[0] ?? '')} IS NOT NULL`;
      const presentAt = field.isRequired ? null : send(rows, present);
      return { name, kind: 'one', presentAt, properties: planned(rows, related, inside, null) };
    });
  const made = Object.entries(select[MADE] ?? {}).map(([name, make]): Property => ({ name, kind: 'made', make }));
  return [...read, ...made];
}

function planList(rows: Rows, source: Source, name: string, { select = {}, where, orderBy, take }: Nested): Rows {
  const { model, inverse } = relationOf(source.model, name);
  const list = createRows(`${rows.name}.${rows.lists.length}`);
  const entry = sourceOf(model, `"${name}"`);
  const parent = outside(rows, source);
  list.properties = planned(list, entry, select, { name: inverse, source: parent });
  const conditions = [linkOf(parent, name, entry), ...(where ? [conditionOf(entry, where, refuseValue)] : [])];
  const order = orderBy ? ` ORDER BY ${orderOf(entry, orderBy)}` : '';
  const limit = take === undefined ? '' : ` LIMIT ${Number(take)}`;
  rows.lists.push({
    rows: list,
    statement: () =>
      `SELECT ${selected(list)} FROM ${tableOf(model)} "${name}" ${list.joins.join(' ')}
       WHERE ${conditions.join(' AND ')}${order}${limit}`,
  });
  return list;
}

/** Columns of a row, for a set beside the one it is in. */
const outside = (rows: Rows, { model, column }: Source): Source => ({
  model,
  column: (field) => `${quoted(rows.name)}."${expressionAt(rows, column(field))}"`,
});

function counts(rows: Rows, source: Source, { select = {} }: Nested): Property[] {
  return Object.keys(select).map((name) => {
    const { model } = relationOf(source.model, name);
    const counted = sourceOf(model, `"${name}"`);
    const where = (select[name] as Nested).where;
    const condition = where ? ` AND ${conditionOf(counted, where, refuseValue)}` : '';
    const count = `(SELECT count(*) FROM ${tableOf(model)} "${name}" WHERE ${linkOf(source, name, counted)}${condition})`;
    return { name, kind: 'value', at: send(rows, count), revive: null };
  });
}

/** What JSON has no value for, or might round. */
function readColumn(rows: Rows, column: string, { type, isList }: Column) {
  if (type === 'DateTime' && !isList) return { at: send(rows, column), revive: 'dateOf' } as const;
  if (type === 'Bytes' && !isList) return { at: send(rows, column), revive: 'bytesOf' } as const;
  if (type === 'BigInt' && !isList) return { at: send(rows, `${column}::text`), revive: 'BigInt' } as const;
  return { at: send(rows, column), revive: null };
}

function everyColumn(model: Model): Selection {
  const columns = Object.entries(MODELS[model].fields).filter(([, field]) => isColumn(field));
  return Object.fromEntries(columns.map(([name]) => [name, true]));
}

function orderOf(source: Source, orderBy: object | object[]): string {
  return [orderBy]
    .flat()
    .flatMap((each) => Object.entries(each))
    .map(([field, direction]) => {
      if (direction !== 'asc' && direction !== 'desc') throw new Error('The reader orders by columns only');
      return `${source.column(field)} ${direction.toUpperCase()}`;
    })
    .join(', ');
}

const KNOWN = new Set(['select', 'include', 'where', 'orderBy', 'take']);

function refuseUnknown(nested: object): void {
  const unknown = Object.keys(nested).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new Error(`The reader does not know ${unknown}`);
}

function expressionAt({ expressions }: Rows, expression: string): number {
  const known = expressions.indexOf(expression);
  return known >= 0 ? known : expressions.push(expression) - 1;
}

function send(rows: Rows, expression: string): number {
  const at = expressionAt(rows, expression);
  rows.sent.add(at);
  return at;
}

export const selected = ({ expressions }: Rows): string =>
  expressions.map((expression, at) => `${expression} AS "${at}"`).join(', ') || '1 AS "0"';
