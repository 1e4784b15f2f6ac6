// Subscriptions: query fields that can also be followed. Each is the query's own field, with its arguments and type,
// and a subscription is executed repeatedly as the equivalent query, so that the two cannot disagree.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  getOperationAST,
  type InlineFragmentNode,
  Kind,
  type NamedTypeNode,
  OperationTypeNode,
  separateOperations,
  visit,
} from 'graphql';

const FOLLOWED = ['tournament', 'battle', 'player', 'club', 'standings', 'changes'];
const NAME = 'Subscription';

export function withSubscriptions(schema: GraphQLSchema): GraphQLSchema {
  const fields = Object.entries(schema.getQueryType()?.toConfig().fields ?? {});
  const subscription = new GraphQLObjectType({
    name: NAME,
    description:
      'Each field sends the answer of the query of the same name, at once and again whenever it has changed. It ends when ' +
      'the object does not exist, or no longer exists. With `changes`, each answer is the next page.',
    fields: Object.fromEntries(fields.filter(([name]) => FOLLOWED.includes(name))),
  });
  return new GraphQLSchema({ ...schema.toConfig(), subscription });
}

/** Returns the operation of this name as a query, with only the fragments it uses. */
export function asQuery(document: DocumentNode, operationName?: string | null): DocumentNode {
  const name = getOperationAST(document, operationName)?.name?.value ?? '';
  const onQuery = <Node extends InlineFragmentNode | FragmentDefinitionNode>(node: Node): Node | undefined =>
    node.typeCondition?.name.value === NAME ? { ...node, typeCondition: QUERY } : undefined;
  return visit(separateOperations(document)[name] ?? document, {
    OperationDefinition: (node) => ({ ...node, operation: OperationTypeNode.QUERY }),
    InlineFragment: onQuery,
    FragmentDefinition: onQuery,
  });
}

const QUERY: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Query' } };
