// Where an operation is heaviest, so that a refusal can say what to lower. Only refused operations are looked at.
import type { FieldComplexity } from '@pothos/plugin-complexity';
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Operation } from './limits-cost.js';
import { introspectionCost, isIntrospection } from './limits-introspection.js';

export type Place = { name: string; cost: number };

/**
 * The innermost list that is over the limit by itself, one with a page size if there is; or when none is, the outermost
 * on the heaviest path.
 */
export function heaviestPlace(operation: Operation): Place {
  const lists: (Place & { paged: boolean })[] = [];
  let name = '';
  let times = 1;
  const { path } = weightOf(operation);
  for (const step of path) {
    if (step.entries > 1) {
      name = name ? `${step.name} inside ${name}` : step.name;
      lists.push({ name, cost: step.cost * times, paged: step.paged });
    }
    times *= step.entries;
  }
  const over = lists.filter(({ cost }) => cost > operation.limit);
  const place = over.findLast(({ paged }) => paged) ?? over.at(-1) ?? lists[0] ?? path[0];
  return place ?? { name: 'The document', cost: 0 };
}

/** A field on the way to where most of the cost is. Its own cost is for one object around it. */
type Step = { name: string; paged: boolean; entries: number; cost: number };
type Weight = { cost: number; path: Step[] };
const NOTHING: Weight = { cost: 0, path: [] };

/** The cost of the operation, and the path of fields on which it is heaviest at every level. */
export function weightOf(operation: Operation): Weight {
  const { schema, definition, fragments, variables, context } = operation;
  const known = new Map<SelectionSetNode, Weight>();

  function selections(set: SelectionSetNode, type: GraphQLNamedType | null | undefined): Weight {
    const before = known.get(set);
    if (before) return before;
    const weights = set.selections.map((node) => (node.kind === Kind.FIELD ? field(node, type) : fragment(node, type)));
    const cost = weights.reduce((sum, weight) => sum + weight.cost, 0);
    const { path } = weights.reduce((a, b) => (b.cost > a.cost ? b : a), NOTHING);
    known.set(set, { cost, path });
    return { cost, path };
  }

  function fragment(node: Exclude<SelectionNode, FieldNode>, type: GraphQLNamedType | null | undefined): Weight {
    const found = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
    if (!found) return NOTHING;
    const condition = found.typeCondition?.name.value;
    return selections(found.selectionSet, condition === undefined ? type : schema.getType(condition));
  }

  function field(node: FieldNode, type: GraphQLNamedType | null | undefined): Weight {
    const name = node.name.value;
    if (isIntrospection(node)) {
      const cost = introspectionCost(node, operation);
      return { cost, path: [{ name, paged: false, entries: 1, cost }] };
    }
    const found = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!found) return NOTHING;
    const inside = node.selectionSet ? selections(node.selectionSet, getNamedType(found.type)) : NOTHING;
    const { own, entries } = complexityOf(found, getArgumentValues(found, node, variables), context);
    const cost = own + inside.cost * entries;
    const paged = found.args.some((arg) => arg.name === 'first');
    const step = { name: paged ? `${name}(first: ${entries})` : name, paged, entries, cost };
    return { cost, path: [step, ...inside.path] };
  }

  return selections(definition.selectionSet, schema.getRootType(definition.operation));
}

function complexityOf(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>, context: object) {
  const said = field.extensions.complexity as FieldComplexity<object, Record<string, unknown>> | undefined;
  const value = typeof said === 'function' ? said(args, context, field as GraphQLField<unknown, object>) : said;
  if (typeof value !== 'object') return { own: value ?? 1, entries: 1 };
  return { own: value.field ?? 1, entries: value.multiplier ?? 1 };
}
