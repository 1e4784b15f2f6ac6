// Listings, and the parts of their statements that all pages share.
import { MODELS, type Model, relationOf, tableOf } from './model.js';
import { type Packing, packed } from './packed.js';
import { createRows, planRows, selected } from './plan.js';
import { anyTagOf, type TagRules, tagRuleOf } from './tags.js';
import { conditionOf, ROOT, refuseValue, type Source, sourceOf, type Visible, visibleOf } from './where.js';

/** All visible rows of a model, or those of each parent's relation, ordered by one column. */
export type Listing = {
  /** Null for a listing without a parent. With `areVisible`, all rows of a visible parent are visible. */
  parent: { model: Model; relation: string; areVisible?: true } | null;
  where: object;
  orderBy: object;
  /** Kinds of which any may change what is listed, beside the parent, what is listed and what orders it. */
  tags?: readonly string[];
};

export type Rules = { visible: Visible; tags: TagRules };

/** What is the same for all pages of a listing with the same `select`. */
export type Plan = {
  columns: string;
  /** The rows of the listing, from the table to the conditions that always hold. */
  from: string;
  order: Order;
  packing: Packing;
  source: Source;
  parent: Listing['parent'];
  visible: object;
  /** The relations that every page joins. */
  joined: ReadonlyMap<string, Source>;
  /** SQL for whether the parent exists and is visible. */
  hasParent: string;
  /** Cache tags of every page: of all of a kind, and of kinds by the keys of the parents. */
  tags: { all: ReadonlySet<string>; byParent: ReadonlySet<string> };
};
type Order = { by: string; direction: 'ASC' | 'DESC' };

export function planPage(model: Model, rules: Rules, listing: Listing, select: object): Plan {
  const { parent, where, orderBy } = listing;
  const rows = createRows('rows');
  const source = sourceOf(model, ROOT);
  const joined = new Map<string, Source>();
  const join = (relation: string) => {
    const related = rows.join(source, relation, true);
    joined.set(relation, related);
    return related;
  };
  const visible = parent?.areVisible ? {} : visibleOf(rules.visible, model);
  const conditions = [conditionOf(source, { AND: [visible, where] }, refuseValue, join)];
  if (parent) {
    const [key = '', another] = relationOf(parent.model, parent.relation).to;
    if (another !== undefined) throw new Error(`${parent.model}.${parent.relation} has a key of several columns`);
    conditions.push(`${source.column(key)} = "parent"."key"`);
  }
  const ordering = new Set<Model>();
  const order = orderIn(source, orderBy, (relation) => {
    const related = join(relation);
    ordering.add(related.model);
    return related;
  });
  const tags = pageTags(model, rules.tags, listing, ordering);
  const tagged = new Set([...tags.all, ...[...tags.byParent].map((kind) => `${kind}:`)]);
  planRows(rows, source, select, { rules: rules.tags, tagged });
  return {
    columns: selected(rows),
    from: `${tableOf(model)} ${ROOT} ${rows.joins.join(' ')} WHERE ${conditions.join(' AND ')}`,
    order,
    packing: packed(rows),
    source,
    parent,
    visible,
    joined,
    hasParent: parent ? hasRow(parent.model, visibleOf(rules.visible, parent.model)) : 'true',
    tags,
  };
}

/** What is listed depends on its parent and, where a row's tag is the key of the parent too, on that. */
function pageTags(model: Model, rules: TagRules, { parent, tags = [] }: Listing, ordering: Set<Model>): Plan['tags'] {
  const all = new Set(tags);
  const byParent = new Set<string>();
  for (const other of parent ? ordering : [model, ...ordering]) for (const tag of anyTagOf(rules, other)) all.add(tag);
  if (parent) {
    const [link] = relationOf(parent.model, parent.relation).to;
    const [whole, own] = [tagRuleOf(rules, parent.model), tagRuleOf(rules, model)];
    if (whole) byParent.add(whole.kind);
    if (own && own.key === link) byParent.add(own.kind);
  }
  return { all, byParent };
}

/** Orders by a column of the rows or of a to-one relation. */
function orderIn(source: Source, orderBy: object, join: (relation: string) => Source): Order {
  const [entry, another] = Object.entries(orderBy);
  if (!entry || another) throw new Error('A listing has one order');
  const [name, direction] = entry;
  if (typeof direction === 'object') return orderIn(join(name), direction, join);
  return { by: source.column(name), direction: direction === 'desc' ? 'DESC' : 'ASC' };
}

/** Whether the parent's row exists. Not EXISTS, for which the planner might scan the whole table. */
function hasRow(model: Model, visible: object): string {
  const [key = ''] = MODELS[model].key;
  const source = sourceOf(model, '"of"');
  return `(SELECT true FROM ${tableOf(model)} "of" WHERE ${source.column(key)} = "parent"."key"
    AND ${conditionOf(source, visible, refuseValue)}) IS NOT NULL`;
}
