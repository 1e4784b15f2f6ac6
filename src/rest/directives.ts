// The four directives that make a GraphQL operation a REST route. They are internal: the schema that clients see has
// none of them, and documents are executed without them.
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
 * The route: its path, whose parameters are variables of the operation; example variables for the demo world; and
 * `beyond`, true if the specification does not have the route.
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

/** The keys of the object become keys of its parent; they are absent when the object is null. */
const inline = new GraphQLDirective({ name: 'inline', locations: [DirectiveLocation.FIELD] });

/** The key is absent when the value is null. */
const optional = new GraphQLDirective({ name: 'optional', locations: [DirectiveLocation.FIELD] });

/** The cursor becomes the full URL of the next page. */
const link = new GraphQLDirective({ name: 'link', locations: [DirectiveLocation.FIELD] });

/** No others: with `@include` and `@skip` the keys of an answer would not be known in advance. */
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

/** Puts the operation before its fragments, as people write them. */
export function inReadingOrder(document: DocumentNode): DocumentNode {
  const rank = (kind: Kind) => (kind === Kind.OPERATION_DEFINITION ? 0 : 1);
  return { ...document, definitions: document.definitions.toSorted((a, b) => rank(a.kind) - rank(b.kind)) };
}
