// The cost of an operation: the objects its answer can hold in the worst case, variables included, and what has to be
// read besides. What a field adds is said beside the field, as `complexity`, by the prices of cost.ts.
import type { FieldComplexity } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isPartOfTournament } from '../changes/topics.js';
import { errors } from '../errors.js';
import { createOnce, fragmentsOf, objectTypesOf, selectionOf, setsOf } from '../selections.js';
import type { Cost } from './cost.js';
import { introspectionCost } from './limits-introspection.js';
import { located } from './locate.js';

export type CostRequest = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Record<string, unknown> | null | undefined;
  /** What is said about costs may look at it. */
  contextValue: object;
};

export type Operation = {
  schema: GraphQLSchema;
  definition: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  context: object;
  /** Coerced, with their defaults. */
  variables: Record<string, unknown>;
  /** Counting need not go on beyond. */
  limit: number;
};

export const costOf = (request: CostRequest, limit: number): number => weightOf(operationOf(request, limit)).cost;

export function operationOf(request: CostRequest, limit: number): Operation {
  const { schema, document, operationName, variableValues, contextValue } = request;
  const definition = getOperationAST(document, operationName);
  if (!definition || !schema.getRootType(definition.operation)) {
    throw errors.badRequest('The service is read-only: only queries are answered');
  }
  // One wrong value is enough to say no: a list of thousands would make an error each.
  const given = getVariableValues(schema, definition.variableDefinitions ?? [], variableValues ?? {}, { maxErrors: 1 });
  if (given.errors) throw given.errors[0];
  return {
    schema,
    definition,
    fragments: fragmentsOf(document),
    variables: given.coerced,
    context: contextValue,
    limit,
  };
}

/** A field on the way to where most of the cost is. Its own cost is for one object around it. */
export type Step = { name: string; paged: boolean; entries: number; cost: number };
export type Weight = {
  cost: number;
  path: Step[];
  /** Competitions that it reads and has not paid for: whatever is the tournament's pays for all of it together. */
  competitions: ReadonlyMap<string, number>;
  /** How often the listing is to be counted. */
  counts: number;
};
const NOTHING: Weight = { cost: 0, path: [], competitions: new Map(), counts: 0 };

/** The cost of the operation, and the path of fields on which it is heaviest at every level. */
export function weightOf(operation: Operation): Weight {
  const { schema, definition, fragments, variables, context } = operation;
  const once = createOnce<Weight>();

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
      return cost === null ? NOTHING : { ...NOTHING, cost, path: [{ name, paged: false, entries: 1, cost }] };
    }
    const said = costSaidOf(field, getArgumentValues(field, node, variables), context);
    const entries = said.multiplier;
    const sets = setsOf(nodes);
    const types = objectTypesOf(getNamedType(field.type), schema);
    const inside = together(types.map((each) => once(sets, [each], () => object(sets, each))));
    const isPart = isPartOfTournament(type, field);
    const unpaid = isPart ? 0 : unpaidOf(inside);
    const cost = said.field + (inside.cost + unpaid) * entries + inside.counts * (said.count ?? 0);
    const paged = field.args.some((arg) => arg.name === 'first');
    const step = { name: paged ? `${name}(first: ${entries})` : name, paged, entries, cost };
    const own = said.competition === undefined ? [] : [said.competition];
    return {
      cost,
      path: [step, ...inside.path],
      competitions: new Map([...own, ...(isPart ? inside.competitions : [])]),
      counts: said.isCount ? 1 : 0,
    };
  }

  const root = schema.getRootType(definition.operation);
  const whole = root ? object([definition.selectionSet], root) : NOTHING;
  return { ...whole, cost: whole.cost + unpaidOf(whole) };
}

const unpaidOf = ({ competitions }: Weight) => [...competitions.values()].reduce((sum, cost) => sum + cost, 0);

/** The heaviest of them, with what all of them leave to be paid. */
function together(weights: Weight[]): Weight {
  const { cost, path } = weights.reduce((a, b) => (b.cost > a.cost ? b : a), NOTHING);
  const competitions = new Map(weights.flatMap((each) => [...each.competitions]));
  return { cost, path, competitions, counts: Math.max(0, ...weights.map(({ counts }) => counts)) };
}

function costSaidOf(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>, context: object): Cost {
  const said = field.extensions.complexity as FieldComplexity<object, Record<string, unknown>> | undefined;
  const value = typeof said === 'function' ? said(args, context, field as GraphQLField<unknown, object>) : said;
  return { field: 1, multiplier: 1, ...(typeof value === 'object' ? value : value !== undefined && { field: value }) };
}
