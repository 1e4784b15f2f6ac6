// The four directives that make a GraphQL operation a REST route. They are known here only: the schema that clients see
// has none of them, and a document is run without them.
import {
  type ASTNode,
  type ConstDirectiveNode,
  DirectiveLocation,
  type DirectiveNode,
  type DocumentNode,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  Kind,
  visit,
} from 'graphql';

const ExampleVariables = new GraphQLScalarType({ name: 'ExampleVariables' });

/**
 * The route: its path, whose parameters are variables of the operation, variables that show it in the demo world, and
 * whether it is one that the specification does not have.
 */
const rest = new GraphQLDirective({
  name: 'rest',
  locations: [DirectiveLocation.QUERY],
  args: {
    path: { type: new GraphQLNonNull(GraphQLString) },
    example: { type: new GraphQLNonNull(ExampleVariables) },
    beyond: { type: GraphQLBoolean },
  },
});

/** The keys of the object become keys of the one around it; absent when the object is null. */
const inline = new GraphQLDirective({ name: 'inline', locations: [DirectiveLocation.FIELD] });

/** The key is absent when the value is null. */
const optional = new GraphQLDirective({ name: 'optional', locations: [DirectiveLocation.FIELD] });

/** The cursor becomes the whole address of the next page. */
const link = new GraphQLDirective({ name: 'link', locations: [DirectiveLocation.FIELD] });

/** These and no others: with `@include` and `@skip` the keys of an answer would not be known. */
const directives = [rest, inline, optional, link];

export function withRestDirectives(schema: GraphQLSchema): GraphQLSchema {
  return new GraphQLSchema({ ...schema.toConfig(), directives });
}

export function withoutRestDirectives(document: DocumentNode): DocumentNode {
  return visit(document, { Directive: () => null });
}

export function directiveOf(
  node: ASTNode & { directives?: readonly (DirectiveNode | ConstDirectiveNode)[] | undefined },
  name: 'rest' | 'inline' | 'optional' | 'link',
): DirectiveNode | undefined {
  return node.directives?.find((directive) => directive.name.value === name);
}

/** Operation first, as one would write it. */
export function inReadingOrder(document: DocumentNode): DocumentNode {
  const rank = (kind: Kind) => (kind === Kind.OPERATION_DEFINITION ? 0 : 1);
  return { ...document, definitions: document.definitions.toSorted((a, b) => rank(a.kind) - rank(b.kind)) };
}
