import { mapAndClear, type Sql } from '../sql.js';
import { createMemo } from './memo.js';
import { type Column, columnOf, type FieldOf, type Model, type Row, type Select, tableOf } from './model.js';
import { type Packing, packed, type Sets } from './packed.js';
import { createRows, planRows, selected } from './plan.js';
import { type TagRules, taggedBy, tagging } from './tags.js';
import { conditionOf, ROOT, refuseValue, sourceOf } from './where.js';

export type Key = string | number | readonly (string | number)[];

export type ReadArgs<M extends Model, S> = {
  /** A unique key under Prisma's name for it: `slug`, or `tournamentSlug_id` for one of two fields. */
  by: FieldOf<M> | `${FieldOf<M>}_${FieldOf<M>}`;
  keys: readonly Key[];
  select: S;
  /** SQL function that makes the stored key from the given one. */
  spelledBy?: string;
  /** Parameters of computed rows, after those of the keys. */
  values?: unknown[];
  /** True if the rows are those that others lead to. */
  isRelated?: boolean;
};

/**
 * Reads rows by key, in the order of the keys; null where there is none, or none that `where` lets through. Without
 * `rules`, the caller notes what the answer depends on.
 */
export function createRead<M extends Model>(model: M, where: object, rules: TagRules | null) {
  const memo = createMemo<Statement>();
  return async <S extends Select<M>>(
    sql: Pick<Sql, 'queryPrepared' | 'tag'>,
    { by, keys, select, spelledBy = '', values = [], isRelated = false }: ReadArgs<M, S>,
  ): Promise<(Row<M, S> | null)[]> => {
    const { text, fields, packing, keyed } = memo(select, `${by} ${spelledBy} ${isRelated}`, () =>
      statementOf(model, { where, rules, isRelated }, by.split('_'), select, spelledBy),
    );
    const { tag } = sql;
    if (tag && keyed) for (const key of keys) tag(keyed.kind, String(typeof key === 'object' ? key[keyed.at] : key));
    const columns = fields.map((_, at) => keys.map((key) => (typeof key === 'object' ? key[at] : key)));
    const found = await sql.queryPrepared<{ sets: Sets }>(text, [...columns, ...values]);
    const [rows] = mapAndClear(found, ({ sets }) => {
      if (tag) packing.tag(sets, tag);
      return packing.unpack(sets);
    });
    return keys.map((_, at) => (rows?.[at] ?? null) as Row<M, S> | null);
  };
}

type Statement = {
  text: string;
  fields: string[];
  packing: Packing;
  /** The kind that is tagged with the given keys, also where no row exists, and the field that is its key. */
  keyed: { kind: string; at: number } | null;
};

type Rules = { where: object; rules: TagRules | null; isRelated: boolean };

function statementOf(
  model: Model,
  { where, rules, isRelated }: Rules,
  fields: string[],
  select: object,
  spelledBy: string,
): Statement {
  const rows = createRows('rows');
  const source = sourceOf(model, ROOT);
  // Relations in `where` are joined before those that are selected, because they need an inner join.
  const condition = conditionOf(source, where, refuseValue, (relation) => rows.join(source, relation, true));
  const tag = rules && tagging(model, { rules, tagged: NOTHING }, isRelated).tag;
  const at = tag?.key === undefined ? -1 : fields.indexOf(tag.key);
  const tagged = tag && at >= 0 ? taggedBy(tag) : NOTHING;
  planRows(rows, source, select, rules && { rules, tagged }, isRelated);
  const packing = packed(rows);
  const keys = fields.map((field, at) => `$${at + 1}::${keyType(columnOf(model, field))}[]`);
  const names = fields.map((_, at) => `"key ${at}"`);
  const found = fields.map((field, at) => `${source.column(field)} = ${spelledBy}("wanted".${names[at]})`);
  const text = `SELECT (
    WITH "rows" AS MATERIALIZED (
      SELECT ${selected(rows)}, "wanted"."ordinal"
      FROM unnest(${keys.join(', ')}) WITH ORDINALITY AS "wanted"(${names.join(', ')}, "ordinal")
      JOIN ${tableOf(model)} ${ROOT} ON ${found.join(' AND ')} ${rows.joins.join(' ')} WHERE ${condition}
    )${packing.with} SELECT ${packing.value}) AS "sets"`;
  return { text, fields, packing, keyed: tag && at >= 0 ? { kind: tag.kind, at } : null };
}

const NOTHING: ReadonlySet<string> = new Set();

const KEY_TYPES: Record<string, string> = { String: 'text', Int: 'int', BigInt: 'bigint' };

function keyType({ type, column }: Column): string {
  const known = KEY_TYPES[type];
  if (known === undefined) throw new Error(`The reader finds nothing by ${column}, a ${type}`);
  return known;
}
