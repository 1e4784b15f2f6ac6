// Reads by key. The reader takes a Prisma query and returns rows of Prisma's types, from one statement with packed
// columns: findMany of 100 battles with their sides takes Node more than five times as long (docs/figures.md).
import { mapAndClear, type Sql } from '../sql.js';
import { createMemo } from './memo.js';
import {
  type Column,
  type Columns,
  columnOf,
  type FieldOf,
  type Model,
  type Row,
  type Select,
  tableOf,
  type Where,
} from './model.js';
import { packed, type Sets } from './packed.js';
import { type Computed, createRows, planRows, selected } from './plan.js';
import { conditionOf, ROOT, refuseValue, sourceOf } from './where.js';

/** Rows of a model that match `where`, found by a unique combination of fields. */
export type ByKey<M extends Model, Key extends FieldOf<M> = FieldOf<M>> = {
  model: M;
  by: readonly Key[];
  where: Where<M>;
  /** SQL function that makes the stored key from the given one. */
  spelledBy?: string;
  /** Computed rows that are read with each row and are not stored in a table. */
  computed?: Record<string, Computed>;
};

/** A row of which only the key is selected. */
export type Found<Of> = Of extends ByKey<infer M, infer Key> ? Pick<Columns<M>, Key> : never;

export type Key = string | number | readonly (string | number)[];

/** In the order of `keys`; null where there is none. `values` are parameters of computed rows, after the keys. */
export async function readByKey<M extends Model, S extends Select<M>>(
  sql: Pick<Sql, 'queryPrepared'>,
  of: ByKey<M>,
  select: S,
  keys: readonly Key[],
  values: unknown[] = [],
): Promise<(Row<M, S> | null)[]> {
  const { statement, unpack } = statementByKey(of, select);
  const columns = of.by.map((_, at) => keys.map((key) => (typeof key === 'object' ? key[at] : key)));
  const [rows] = mapAndClear(await sql.queryPrepared<{ sets: Sets }>(statement, [...columns, ...values]), ({ sets }) =>
    unpack(sets),
  );
  return keys.map((_, at) => (rows?.[at] ?? null) as Row<M, S> | null);
}

const memo = createMemo<{ statement: string; unpack: (sets: Sets) => object[] }>();

function statementByKey<M extends Model>(of: ByKey<M>, select: Select<M>) {
  return memo(select, of, () => {
    const { model, by, where, spelledBy = '', computed } = of;
    const rows = createRows('rows');
    const source = sourceOf(model, ROOT);
    // Relations in `where` are joined before those that are selected, because they need an inner join.
    const condition = conditionOf(source, where, refuseValue, (relation) => rows.join(source, relation, true));
    planRows(rows, source, select, computed);
    const { with: within, value, unpack } = packed(rows);
    const keys = by.map((field, at) => `$${at + 1}::${keyType(columnOf(model, field))}[]`);
    const names = by.map((_, at) => `"key ${at}"`);
    const found = by.map((field, at) => `${source.column(field)} = ${spelledBy}("wanted".${names[at]})`);
    const statement = `SELECT (
      WITH "rows" AS MATERIALIZED (
        SELECT ${selected(rows)}, "wanted"."ordinal"
        FROM unnest(${keys.join(', ')}) WITH ORDINALITY AS "wanted"(${names.join(', ')}, "ordinal")
        JOIN ${tableOf(model)} ${ROOT} ON ${found.join(' AND ')} ${rows.joins.join(' ')} WHERE ${condition}
      )${within} SELECT ${value}) AS "sets"`;
    return { statement, unpack };
  });
}

const KEY_TYPES: Record<string, string> = { String: 'text', Int: 'int', BigInt: 'bigint' };

function keyType({ type, column }: Column): string {
  const known = KEY_TYPES[type];
  if (known === undefined) throw new Error(`The reader finds nothing by ${column}, a ${type}`);
  return known;
}
