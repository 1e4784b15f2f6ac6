// The part of Prisma's `where` that the reader understands. What it does not is refused, never ignored.
import { columnOf, fieldOf, isColumn, type Model, quoted, relationOf, tableOf } from './model.js';

/** Rows that a condition speaks of: of which model, and how a statement names their columns. */
export type Source = { model: Model; column(field: string): string };

/** How a statement calls the rows it begins with. */
export const ROOT = '"root"';

/** A value that the statement is given. */
export type Given = (value: unknown) => string;

/** Of to-one relations that all rows must have, which a statement can join, or has, instead of looking each of them up. */
export type Join = (relation: string) => Source | undefined;

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

/** As for Prisma, an empty condition is none of the alternatives. */
function eitherOf(conditions: string[]): string {
  return `(${conditions.filter((condition) => condition !== ALWAYS).join(' OR ') || 'false'})`;
}

function relationCondition(source: Source, name: string, where: Conditions, given: Given, join?: Join): string {
  const wanted = wantedOf(source.model, name, where);
  const joined = wanted === where ? join?.(name) : undefined;
  if (joined) return conditionOf(joined, where, given);
  const { related, table } = besides(source.model, name);
  // With OFFSET each row is asked by itself: as a join, all that have it might be read first.
  return `EXISTS (SELECT FROM ${table} WHERE ${linkOf(source, name, related)}
    AND ${conditionOf(related, wanted, given)}${wanted === where ? '' : ' OFFSET 0'})`;
}

/** What is said of the other side of a relation, or of one of those that it leads to. */
function wantedOf(model: Model, name: string, where: Conditions): Conditions {
  const wanted = relationOf(model, name).isList ? (where as { some?: Conditions } | null)?.some : where;
  if (wanted === null || wanted === undefined || Object.keys(wanted).length === 0)
    throw new Error(`The reader cannot filter by ${model}.${name}`);
  return wanted;
}

/** The other side of a relation, as rows of its own. */
function besides(model: Model, name: string): { related: Source; table: string } {
  const as = `"${name} of ${model}"`;
  const { model: other } = relationOf(model, name);
  return { related: sourceOf(other, as), table: `${tableOf(other)} ${as}` };
}

/** The keys of the rows of which a condition on a relation holds, each at least once. */
export function keysWith(model: Model, name: string, where: object, given: Given): string {
  const [key, ...more] = relationOf(model, name).to;
  if (key === undefined || more.length > 0) throw new Error(`${model}.${name} has a key of several columns`);
  const { related, table } = besides(model, name);
  const wanted = wantedOf(model, name, where as Conditions);
  return `SELECT ${related.column(key)} FROM ${table} WHERE ${conditionOf(related, wanted, given)}`;
}

/** That `related` is what the relation leads to. */
export function linkOf(source: Source, relation: string, related: Source): string {
  const { from, to } = relationOf(source.model, relation);
  return to.map((field, at) => `${related.column(field)} = ${source.column(from[at] ?? '')}`).join(' AND ');
}

const OPERATORS: Record<string, string> = { equals: '=', lt: '<', lte: '<=', gt: '>', gte: '>=', not: '<>' };

/** A comparison that Prisma has no word for. */
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
  // A plan that is made for any values has to know these.
  return `${column} ${sign} ${typeof value === 'boolean' ? value : given(value)}`;
}

function listOf(wanted: unknown): object[] {
  return Array.isArray(wanted) ? wanted : [wanted as object];
}

/** For conditions that are fixed in a statement. */
export function refuseValue(value: unknown): never {
  throw new Error(`What is always left out cannot depend on ${String(value)}`);
}
