// The cost of an operation: the objects its answer can hold in the worst case, variables included. What a field adds
// is said beside the field, as `complexity`.
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type ApiError, errors } from '../errors.js';
import { heaviestPlace } from './limits-heaviest.js';
import { introspectionCost, isIntrospection } from './limits-introspection.js';

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

export function costOf(request: CostRequest, limit: number): number {
  const operation = operationOf(request, limit);
  const { complexity } = complexityFromQuery(dataOnly(request.document, operation), {
    schema: request.schema,
    variables: request.variableValues ?? {},
    ctx: operation.context,
  });
  return complexity + introspection(operation.definition.selectionSet, operation, new Set());
}

export function costRefusal(
  request: CostRequest,
  { requested, limit }: { requested: number; limit: number },
): ApiError {
  const { name, cost } = heaviestPlace(operationOf(request, limit));
  const share = cost > limit ? '' : ` of ${requested.toLocaleString('en')}`;
  return errors.badRequest(
    `${name} costs ${cost.toLocaleString('en')}${share}; the limit is ${limit.toLocaleString('en')}`,
  );
}

export function operationOf(request: CostRequest, limit: number): Operation {
  const { schema, document, operationName, variableValues, contextValue } = request;
  const definition = getOperationAST(document, operationName);
  if (!definition || !schema.getRootType(definition.operation)) {
    throw errors.badRequest('The service is read-only: only queries are answered');
  }
  // One wrong value is enough to say no: a list of thousands would make an error each.
  const given = getVariableValues(schema, definition.variableDefinitions ?? [], variableValues ?? {}, { maxErrors: 1 });
  if (given.errors) throw given.errors[0];
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return {
    schema,
    definition,
    fragments: new Map(fragments.map((node) => [node.name.value, node])),
    variables: given.coerced,
    context: contextValue,
    limit,
  };
}

const withoutMetaFields = new WeakMap<DocumentNode, DocumentNode>();

/**
 * The operation that runs and no other, since the first one of a document is taken, without `__typename`, `__schema`
 * and `__type`: each would count as an object, and clients add the first to everything.
 */
function dataOnly(document: DocumentNode, { definition }: Operation): DocumentNode {
  const data =
    withoutMetaFields.get(document) ??
    visit(document, { Field: (node) => (node.name.value.startsWith('__') ? null : undefined) });
  withoutMetaFields.set(document, data);
  const definitions = data.definitions.filter(
    (node) => node.kind !== Kind.OPERATION_DEFINITION || node.name?.value === definition.name?.value,
  );
  return { ...data, definitions };
}

function introspection(set: SelectionSetNode, operation: Operation, spread: Set<string>): number {
  let cost = 0;
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) {
      if (isIntrospection(node)) cost += introspectionCost(node, operation);
    } else if (node.kind === Kind.INLINE_FRAGMENT) {
      cost += introspection(node.selectionSet, operation, spread);
    } else if (!spread.has(node.name.value)) {
      const fragment = operation.fragments.get(node.name.value);
      spread.add(node.name.value);
      if (fragment) cost += introspection(fragment.selectionSet, operation, spread);
    }
  }
  return cost;
}
