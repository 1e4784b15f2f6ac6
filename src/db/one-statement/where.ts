// The subset of Prisma's `where` that the reader supports. Anything else throws and is never ignored.
import { columnOf, fieldOf, isColumn, MODELS, type Model, quoted, relationOf, tableOf } from './model.js';

/** Rows that a condition applies to: their model, and how the statement names their columns. */
export type Source = { model: Model; column(field: string): string };

/** Alias of the statement's root rows. */
export const ROOT = '"root"';

/** Adds a parameter to the statement and returns its placeholder. */
export type Given = (value: unknown) => string;

/** Returns the joined rows of a required to-one relation, if the statement joins it; else a subquery is used. */
type Join = (relation: string) => Source | undefined;

/** For each model that may be read, the condition under which its rows are visible. */
export type Visible = { readonly [M in Model]?: object };

/** A model without a rule cannot be read. */
export function visibleOf(rules: Visible, model: Model): object {
  const rule = rules[model];
  if (!rule) throw new Error(`Nothing says which rows of ${model} are visible`);
  return rule;
}

type Conditions = Record<string, unknown>;

export const sourceOf = (model: Model, as: string): Source => ({
  model,
  column: (field) => `${as}.${quoted(columnOf(model, field).column)}`,
});

export function conditionOf(source: Source, where: object, given: Given, join?: Join): string {
  const conditions = Object.entries(where as Conditions).flatMap(([name, wanted]) => {
    if (wanted === undefined) return [];
    if (name === 'AND') return listOf(wanted).map((each) => conditionOf(source, each, given, join));
    if (name === 'OR') return eitherOf(listOf(wanted).map((each) => conditionOf(source, each, given)));
    const field = fieldOf(source.model, name);
    if (isColumn(field)) return comparison(source.column(name), wanted, given);
    return relationCondition(source, name, wanted as Conditions, given, join);
  });
  return conditions.length > 0 ? conditions.join(' AND ') : ALWAYS;
}

const ALWAYS = 'true';

/** As in Prisma, an empty condition does not count as an alternative. */
function eitherOf(conditions: string[]): string {
  return `(${conditions.filter((condition) => condition !== ALWAYS).join(' OR ') || 'false'})`;
}

function relationCondition(source: Source, name: string, where: Conditions, given: Given, join?: Join): string {
  const wanted = wantedOf(source.model, name, where);
  const joined = wanted === where ? join?.(name) : undefined;
  if (joined) return conditionOf(joined, where, given);
  const { related, table } = besides(source.model, name);
  const one = `SELECT FROM ${table} WHERE ${linkOf(source, name, related)} AND ${conditionOf(related, wanted, given)}`;
  // OFFSET 0 makes the planner test row by row: as a join, it might read all matching rows first.
  return `EXISTS (${one}${wanted === where ? '' : `${inKeyOrder(source, name, related, wanted)} OFFSET 0`})`;
}

/**
 * The order of the key, if a list is linked by its first columns: it makes the planner use the key's index. Without it,
 * the planner scans the table for the first of many rows that it expects, which is all of the table where there are few.
 */
function inKeyOrder(source: Source, name: string, related: Source, wanted: Conditions): string {
  const { to } = relationOf(source.model, name);
  const { key } = MODELS[related.model];
  const rest = key.slice(to.length);
  const isFound = to.every((field, at) => key[at] === field) && !rest.some((field) => field in wanted);
  return isFound && rest.length > 0 ? ` ORDER BY ${rest.map(related.column).join(', ')}` : '';
}

/** The condition on the related row, or on at least one row of a list. */
function wantedOf(model: Model, name: string, where: Conditions): Conditions {
  const wanted = relationOf(model, name).isList ? (where as { some?: Conditions } | null)?.some : where;
  if (wanted === null || wanted === undefined || Object.keys(wanted).length === 0)
    throw new Error(`The reader cannot filter by ${model}.${name}`);
  return wanted;
}

/** The related rows under an alias of their own. */
function besides(model: Model, name: string): { related: Source; table: string } {
  const as = `"${name} of ${model}"`;
  const { model: other } = relationOf(model, name);
  return { related: sourceOf(other, as), table: `${tableOf(other)} ${as}` };
}

/** Selects the keys of the rows for which a condition on a relation holds; keys may repeat. */
export function keysWith(model: Model, name: string, where: object, given: Given): string {
  const [key, ...more] = relationOf(model, name).to;
  if (key === undefined || more.length > 0) throw new Error(`${model}.${name} has a key of several columns`);
  const { related, table } = besides(model, name);
  const wanted = wantedOf(model, name, where as Conditions);
  return `SELECT ${related.column(key)} FROM ${table} WHERE ${conditionOf(related, wanted, given)}`;
}

/** The join condition between a row and its related row. */
export function linkOf(source: Source, relation: string, related: Source): string {
  const { from, to } = relationOf(source.model, relation);
  return to.map((field, at) => `${related.column(field)} = ${source.column(from[at] ?? '')}`).join(' AND ');
}

const OPERATORS: Record<string, string> = { equals: '=', lt: '<', lte: '<=', gt: '>', gte: '>=', not: '<>' };

/** A comparison that Prisma cannot express. */
export class Comparison {
  constructor(readonly sql: (column: string, given: Given) => string) {}
}

function comparison(column: string, wanted: unknown, given: Given): string[] {
  if (wanted instanceof Comparison) return [wanted.sql(column, given)];
  if (wanted === null || typeof wanted !== 'object') return [compared(column, 'equals', wanted, given)];
  return Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([operator, value]) => compared(column, operator, value, given));
}

function compared(column: string, operator: string, value: unknown, given: Given): string {
  if (operator === 'has') return `${given(value)} = ANY(${column})`;
  if (operator === 'in') return `${column} = ANY(${given(value)})`;
  const sign = OPERATORS[operator];
  if (sign === undefined) throw new Error(`The reader cannot compare by ${operator}`);
  if (value === null) return `${column} IS ${operator === 'not' ? 'NOT ' : ''}NULL`;
  // Booleans are literals, because a generic plan must know them.
  return `${column} ${sign} ${typeof value === 'boolean' ? value : given(value)}`;
}

function listOf(wanted: unknown): object[] {
  return Array.isArray(wanted) ? wanted : [wanted as object];
}

/** For conditions that are fixed in a statement and take no parameters. */
export function refuseValue(value: unknown): never {
  throw new Error(`What is always left out cannot depend on ${String(value)}`);
}
