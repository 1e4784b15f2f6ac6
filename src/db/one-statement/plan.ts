// Translates Prisma's `select` to the columns of one statement. To-one relations are joined to their rows; to-many
// relations become separate sets of rows, each row with the ordinal of its parent.
import { type Column, fieldOf, isColumn, MODELS, type Model, quoted, relationOf, tableOf } from './model.js';
import { type Tagging, tagging } from './tags.js';
import { conditionOf, linkOf, ROOT, refuseValue, type Source, sourceOf } from './where.js';

/** A property of the resulting objects: a value, a nested object, or a list. */
export type Property = { name: string } /** `revive` converts the value from its JSON form. */ & (
  | { kind: 'value'; at: number; revive: 'dateOf' | 'BigInt' | 'bytesOf' | null }
  /** `presentAt` is the column that is true if the object exists; null if it always does. */
  | { kind: 'one'; presentAt: number | null; properties: Property[] }
  | { kind: 'many'; rows: Rows }
  | { kind: 'made'; make: (row: never) => unknown }
);

/**
 * In a select: properties computed from the row, by name, like Prisma's result extensions. The columns they need are
 * selected beside them. All of them see the row as it was read; a property named like a column replaces it.
 */
export const ROW_FIELDS = Symbol('made');

/** In a select: lists of rows that no table holds, such as sums, by name. */
export const COMPUTED = Symbol('computed');

/** A set of rows. Nested selections are planned on it until all are known and the statement is written. */
export type Rows = {
  /** Alias of the set in the statement. */
  name: string;
  expressions: string[];
  /** Indexes of the expressions that are sent; the others are only for nested sets. */
  sent: Set<number>;
  joins: string[];
  properties: Property[];
  /** Cache tags of the rows: a kind, and the expression with the key; without one, all of the kind. */
  tags: { kind: string; at: number | null }[];
  /** Nested lists, each with the statement that reads it. */
  lists: { rows: Rows; statement: () => string }[];
  join(source: Source, relation: string, required?: boolean): Source;
};

type Selection = Record<string, unknown> & {
  [ROW_FIELDS]?: Record<string, (row: never) => unknown>;
  [COMPUTED]?: Record<string, Computed>;
};
type Nested = { select?: Selection; include?: Selection; where?: object; orderBy?: object | object[]; take?: number };

/** One expression per property. `of` names a column of the row that the list belongs to. */
export type Computed = { columns: Record<string, string>; from: (of: (field: string) => string) => string };

export function createRows(name: string): Rows {
  const joined = new Map<string, Source>();
  const rows: Rows = {
    name,
    expressions: [],
    sent: new Set(),
    joins: [],
    properties: [],
    tags: [],
    lists: [],
    join(source, relation, required = false) {
      const { model } = relationOf(source.model, relation);
      const key = source.column(MODELS[source.model].key[0] ?? '') + relation;
      const before = joined.get(key);
      if (before) return before;
      const as = `"${name} ${joined.size + 1}"`;
      const joins = sourceOf(model, as);
      rows.joins.push(`${required ? '' : 'LEFT '}JOIN ${tableOf(model)} ${as} ON ${linkOf(source, relation, joins)}`);
      const related = required ? withLocalKey(source, relation, joins) : joins;
      joined.set(key, related);
      return related;
    },
  };
  return rows;
}

/** Takes the key from the row that leads there, so that a condition on it can be evaluated before the join. */
function withLocalKey(source: Source, relation: string, joined: Source): Source {
  const { from, to } = relationOf(source.model, relation);
  const column = (field: string) => {
    const at = to.indexOf(field);
    return at === -1 ? joined.column(field) : source.column(from[at] ?? '');
  };
  return { model: joined.model, column };
}

/** `within` is what is tagged of the rows; without it they get no cache tags. */
export function planRows(rows: Rows, source: Source, select: object, within: Tagging | null, isRelated = false): void {
  rows.properties = planned(rows, source, select as Selection, tagRows(rows, source, within, isRelated), null);
}

/** Adds the cache tag of these rows, unless they are tagged, and returns what is tagged inside them. */
function tagRows(rows: Rows, source: Source, within: Tagging | null, isRelated: boolean): Tagging | null {
  if (!within) return null;
  const { tag, inside } = tagging(source.model, within, isRelated);
  if (tag) rows.tags.push({ kind: tag.kind, at: tag.key === undefined ? null : send(rows, source.column(tag.key)) });
  return inside;
}

/** Throws if rows of the model cannot be read with this select in one statement. */
export function refuseUnreadable(model: Model, select: object): void {
  planRows(createRows('rows'), sourceOf(model, ROOT), select, null);
}

/** `within` is what is tagged inside the rows; `back` is the parent row and the relation that leads back to it. */
function planned(
  rows: Rows,
  source: Source,
  select: Selection,
  within: Tagging | null,
  back: { name: string; source: Source; within: Tagging | null } | null,
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
        return { name, kind: 'many', rows: planList(rows, source, name, { ...nested, select: inside }, within) };
      if (back?.name === name) {
        const properties = planned(rows, back.source, inside, back.within, null);
        return { name, kind: 'one', presentAt: null, properties };
      }
      const related = rows.join(source, name);
      const present = `${related.column(MODELS[field.model].key[0] ?? '')} IS NOT NULL`;
      const presentAt = field.isRequired ? null : send(rows, present);
      const tagged = tagRows(rows, withLocalKey(source, name, related), within, true);
      return { name, kind: 'one', presentAt, properties: planned(rows, related, inside, tagged, null) };
    });
  const made = Object.entries(select[ROW_FIELDS] ?? {}).map(([name, make]): Property => ({ name, kind: 'made', make }));
  const computed = Object.entries(select[COMPUTED] ?? {}).map(
    ([name, list]): Property => ({ name, kind: 'many', rows: planComputed(rows, source, list) }),
  );
  return [...read, ...made, ...computed];
}

function planComputed(rows: Rows, source: Source, { columns, from }: Computed): Rows {
  const list = createRows(`${rows.name}.${rows.lists.length}`);
  list.properties = Object.entries(columns).map(
    ([name, expression]): Property => ({ name, kind: 'value', at: send(list, expression), revive: null }),
  );
  const entries = from(outside(rows, source).column);
  rows.lists.push({ rows: list, statement: () => `SELECT ${selected(list)} FROM ${entries}` });
  return list;
}

function planList(
  rows: Rows,
  source: Source,
  name: string,
  { select = {}, where, orderBy, take }: Nested,
  within: Tagging | null,
): Rows {
  const { model, inverse } = relationOf(source.model, name);
  const list = createRows(`${rows.name}.${rows.lists.length}`);
  const entry = sourceOf(model, `"${name}"`);
  const parent = outside(rows, source);
  const tagged = tagRows(list, entry, within, true);
  list.properties = planned(list, entry, select, tagged, { name: inverse, source: parent, within });
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

/** Columns of a row, for use in a nested set. */
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

/** Sends types that JSON lacks, or would round, in a form that can be revived. */
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
