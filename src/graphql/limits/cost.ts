// Cost of an operation: the number of objects that its answer can hold in the worst case, given its variables, plus
// what must be read besides. Each field declares its share as `complexity`, with the prices of builder/prices.ts.
import type { FieldComplexity } from '@pothos/plugin-complexity';
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  type SelectionSetNode,
} from 'graphql';
import { type CheckContext, checkArguments } from '../builder/checked.js';
import { type Cost, OF_ONE_TOURNAMENT } from '../builder/prices.js';
import { located } from '../document/locate.js';
import { createOnce, objectTypesOf, selectionOf, setsOf } from '../document/selections.js';
import { introspectionCost } from './introspection.js';
import { type CostedOperation, type CostRequest, operationOf } from './operation.js';

export const costOf = (request: CostRequest, limit: number): number => weightOf(operationOf(request, limit)).cost;

/** A field on the most expensive path. Its cost is per parent object. */
export type Step = { name: string; paged: boolean; entries: number; cost: number };
export type Weight = {
  cost: number;
  path: Step[];
  /** Competitions read inside and not yet charged: the field that leads to the tournament pays for each once. */
  competitions: ReadonlyMap<string, number>;
  /** Number of counts of the listing. */
  counts: number;
  /** Cost of what is found beside its entries. */
  beside: number;
  /** True if no field in it has arguments, so that its weight is the same in every request. */
  fixed: boolean;
};
const NONE: Weight['competitions'] = new Map();
const NOTHING: Weight = { cost: 0, path: [], competitions: NONE, counts: 0, beside: 0, fixed: true };

/** Fixed weights are memoised with the document: they are most of it, and weighing takes as long as running. */
const kept = createOnce<{ weight: Weight | null }>();

/** Returns the cost of the operation, and the path of the most expensive field at every level. */
export function weightOf(operation: CostedOperation): Weight {
  const { schema, definition, fragments, variables, context } = operation;
  const once = createOnce<Weight>();

  function within(sets: SelectionSetNode[], type: GraphQLObjectType): Weight {
    const slot = kept(sets, [type], () => ({ weight: null }));
    if (slot.weight) return slot.weight;
    const weight = once(sets, [type], () => object(sets, type));
    if (weight.fixed) slot.weight = weight;
    return weight;
  }

  function object(sets: SelectionSetNode[], type: GraphQLObjectType): Weight {
    const { fields } = selectionOf(sets, fragments, { type, schema });
    const weights = fields.map(({ nodes }) => located(nodes, () => weigh(nodes, type)));
    const whole = together(weights);
    whole.cost = 0;
    whole.counts = 0;
    whole.beside = 0;
    for (const { cost, counts, beside } of weights) {
      whole.cost += cost;
      whole.counts += counts;
      whole.beside += beside;
    }
    return whole;
  }

  function weigh(nodes: FieldNode[], type: GraphQLObjectType): Weight {
    const [node] = nodes as [FieldNode];
    const name = node.name.value;
    const field = type.getFields()[name];
    if (!field) {
      const cost = introspectionCost(nodes, operation);
      return cost === null
        ? NOTHING
        : { ...NOTHING, cost, path: [{ name, paged: false, entries: 1, cost }], fixed: false };
    }
    const args = getArgumentValues(field, node, variables);
    checkArguments(field, args, context);
    const said = costSaidOf(field, args, context);
    const entries = said.multiplier;
    const sets = setsOf(nodes);
    const types = objectTypesOf(getNamedType(field.type), schema).filter(
      (each) => said.types?.includes(each.name) ?? true,
    );
    const weights = new Map(types.map((each) => [each.name, within(sets, each)]));
    const inside = together([...weights.values()]);
    const isPart = OF_ONE_TOURNAMENT.has(type.name);
    // Entries of one tournament share its competitions.
    const unpaid = isPart ? 0 : unpaidOf(inside) * (args.tournament == null ? entries : 1);
    const all = said.types ? costOfEach(said.types, weights) : inside.cost * entries + unpaid;
    const cost = said.field + all + inside.counts * (said.count ?? 0) + inside.beside;
    const paged = field.args.some((arg) => arg.name === 'first');
    const step = {
      name: paged ? `${name}(${args.last == null ? 'first' : 'last'}: ${entries})` : name,
      paged,
      entries,
      cost,
    };
    const own = said.competition === undefined ? [] : [said.competition];
    return {
      cost: said.isBeside ? 0 : cost,
      beside: said.isBeside ? cost : 0,
      path: [step, ...inside.path],
      competitions: own.length > 0 || isPart ? new Map([...own, ...(isPart ? inside.competitions : [])]) : NONE,
      counts: said.isCount ? 1 : 0,
      fixed: inside.fixed && !node.arguments?.length,
    };
  }

  const root = schema.getRootType(definition.operation);
  const whole = root ? object([definition.selectionSet], root) : NOTHING;
  return { ...whole, cost: whole.cost + unpaidOf(whole) };
}

const unpaidOf = ({ competitions }: Weight) => [...competitions.values()].reduce((sum, cost) => sum + cost, 0);

/** Cost of entries whose types are known. Each is read separately, with its own competitions. */
function costOfEach(types: readonly (string | null)[], weights: ReadonlyMap<string, Weight>): number {
  const costs = types.map((type) => weights.get(type ?? '') ?? NOTHING).map((each) => each.cost + unpaidOf(each));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** The most expensive of them, with the uncharged competitions of all. */
function together(weights: Weight[]): Weight {
  let heaviest = NOTHING;
  let competitions: Map<string, number> | null = null;
  let counts = 0;
  let beside = 0;
  let fixed = true;
  for (const each of weights) {
    if (each.cost > heaviest.cost) heaviest = each;
    if (each.competitions.size > 0) {
      competitions ??= new Map();
      for (const [name, cost] of each.competitions) competitions.set(name, cost);
    }
    counts = Math.max(counts, each.counts);
    beside = Math.max(beside, each.beside);
    fixed &&= each.fixed;
  }
  return { cost: heaviest.cost, path: heaviest.path, competitions: competitions ?? NONE, counts, beside, fixed };
}

function costSaidOf(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>, context: CheckContext): Cost {
  const said = field.extensions.complexity as FieldComplexity<object, Record<string, unknown>> | undefined;
  const value = typeof said === 'function' ? said(args, context, field as GraphQLField<unknown, object>) : said;
  return { field: 1, multiplier: 1, ...(typeof value === 'object' ? value : value !== undefined && { field: value }) };
}
