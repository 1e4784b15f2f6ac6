// The cost of an operation: the objects its answer can hold in the worst case, variables included, and what has to be
// read besides. What a field adds is declared at the field, as `complexity`, by the prices of cost.ts.
import type { FieldComplexity } from '@pothos/plugin-complexity';
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  type SelectionSetNode,
} from 'graphql';
import type { Cost } from './cost.js';
import { introspectionCost } from './limits-introspection.js';
import { type CostRequest, type Operation, operationOf } from './limits-operation.js';
import { located } from './locate.js';
import { createOnce, objectTypesOf, selectionOf, setsOf } from './selections.js';
import { isPartOfTournament } from './topics.js';

export const costOf = (request: CostRequest, limit: number): number => weightOf(operationOf(request, limit)).cost;

/** A field on the way to where most of the cost is. Its own cost is for one object around it. */
export type Step = { name: string; paged: boolean; entries: number; cost: number };
export type Weight = {
  cost: number;
  path: Step[];
  /** Competitions that it reads and has not paid for: whatever is the tournament's pays for all of it together. */
  competitions: ReadonlyMap<string, number>;
  /** How often the listing is to be counted. */
  counts: number;
  /** Whether no argument is given in it, so that it weighs the same in every request. */
  fixed: boolean;
};
const NOTHING: Weight = { cost: 0, path: [], competitions: new Map(), counts: 0, fixed: true };

/** What is fixed is kept with the document: most of an operation is, and to weigh it takes as long as to run it. */
const kept = createOnce<{ weight: Weight | null }>();

/** The cost of the operation, and the path of fields on which it is heaviest at every level. */
export function weightOf(operation: Operation): Weight {
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
    const weights = selectionOf(sets, fragments, { type, schema }).fields.map(({ nodes }) =>
      located(nodes, () => weigh(nodes, type)),
    );
    const sum = (of: (weight: Weight) => number) => weights.reduce((total, weight) => total + of(weight), 0);
    return { ...together(weights), cost: sum(({ cost }) => cost), counts: sum(({ counts }) => counts) };
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
    const said = costSaidOf(field, args, context);
    const entries = said.multiplier;
    const sets = setsOf(nodes);
    const types = objectTypesOf(getNamedType(field.type), schema).filter(
      (each) => said.types?.includes(each.name) ?? true,
    );
    const weights = new Map(types.map((each) => [each.name, within(sets, each)]));
    const inside = together([...weights.values()]);
    const isPart = isPartOfTournament(type, field);
    // Of one tournament, all entries have the same.
    const unpaid = isPart ? 0 : unpaidOf(inside) * (args.tournament == null ? entries : 1);
    const all = said.types ? costOfEach(said.types, weights) : inside.cost * entries + unpaid;
    const cost = said.field + all + inside.counts * (said.count ?? 0);
    const paged = field.args.some((arg) => arg.name === 'first');
    const step = {
      name: paged ? `${name}(${args.last == null ? 'first' : 'last'}: ${entries})` : name,
      paged,
      entries,
      cost,
    };
    const own = said.competition === undefined ? [] : [said.competition];
    return {
      cost,
      path: [step, ...inside.path],
      competitions: new Map([...own, ...(isPart ? inside.competitions : [])]),
      counts: said.isCount ? 1 : 0,
      fixed: inside.fixed && !node.arguments?.length,
    };
  }

  const root = schema.getRootType(definition.operation);
  const whole = root ? object([definition.selectionSet], root) : NOTHING;
  return { ...whole, cost: whole.cost + unpaidOf(whole) };
}

const unpaidOf = ({ competitions }: Weight) => [...competitions.values()].reduce((sum, cost) => sum + cost, 0);

/** Of entries whose types are known. Each is read by itself, with the competitions that it is made of. */
function costOfEach(types: readonly (string | null)[], weights: ReadonlyMap<string, Weight>): number {
  const costs = types.map((type) => weights.get(type ?? '') ?? NOTHING).map((each) => each.cost + unpaidOf(each));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** The heaviest of them, with what all of them leave to be paid. */
function together(weights: Weight[]): Weight {
  const { cost, path } = weights.reduce((a, b) => (b.cost > a.cost ? b : a), NOTHING);
  const competitions = new Map(weights.flatMap((each) => [...each.competitions]));
  return {
    cost,
    path,
    competitions,
    counts: Math.max(0, ...weights.map(({ counts }) => counts)),
    fixed: weights.every((each) => each.fixed),
  };
}

function costSaidOf(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>, context: object): Cost {
  const said = field.extensions.complexity as FieldComplexity<object, Record<string, unknown>> | undefined;
  const value = typeof said === 'function' ? said(args, context, field as GraphQLField<unknown, object>) : said;
  return { field: 1, multiplier: 1, ...(typeof value === 'object' ? value : value !== undefined && { field: value }) };
}
