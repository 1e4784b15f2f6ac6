// The operation whose cost is computed, with its variables.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { errors } from '../../errors.js';
import type { CheckContext } from '../builder/checked.js';
import { fragmentsOf } from '../document/selections.js';

export type CostRequest = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Record<string, unknown> | null | undefined;
  /** For the checks of arguments: has what CheckContext has, which Yoga's types do not know. */
  contextValue: object;
};

export type CostedOperation = {
  schema: GraphQLSchema;
  definition: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  context: CheckContext;
  /** Coerced, with defaults applied. */
  variables: Record<string, unknown>;
  /** Counting may stop above this. */
  limit: number;
};

export function operationOf(request: CostRequest, limit: number): CostedOperation {
  const { schema, document, operationName, variableValues, contextValue } = request;
  const definition = getOperationAST(document, operationName);
  if (!definition || !schema.getRootType(definition.operation)) {
    throw errors.readOnly();
  }
  // One error is enough to refuse: a list of thousands of wrong values would produce an error for each.
  const given = getVariableValues(schema, definition.variableDefinitions ?? [], variableValues ?? {}, { maxErrors: 1 });
  if (given.errors) throw given.errors[0];
  return {
    schema,
    definition,
    fragments: fragmentsOf(document),
    variables: given.coerced,
    context: contextValue as CheckContext,
    limit,
  };
}
