// Routes, one .graphql file each, compiled once. An invalid one stops the process with an error that names the file.
import {
  type DocumentNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  TypeInfo,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { fragmentsOf } from '../graphql/document/selections.js';
import { type OperationFile, readOperations, refuseOperations } from '../operations/operation-files.js';
import { createBody, type Data, type Link } from './body.js';
import { directiveOf, inReadingOrder, withoutRestDirectives, withRestDirectives } from './directives.js';
import { CURSOR, isListable, isReadable, type Parameter, SINCE } from './parameters.js';
import { createShapes, type Shape } from './shape.js';

export type Route = {
  name: string;
  /** File that defines the route. */
  file: string;
  /** Below the prefix, such as `/tournaments/{slug}/standings`. */
  path: string;
  /** Schema descriptions of the field that the route is about, and of the type that it belongs to. */
  description: string;
  thing: string;
  parameters: Parameter[];
  /** Example variables for the demo world. */
  example: Record<string, unknown>;
  /** True if the specification does not have it. */
  beyond: boolean;
  /** The document to execute; it is `rawLeaves`, because the body serialises every value itself. */
  document: DocumentNode;
  rawLeaves: true;
  keysOnly: true;
  /** The same for documentation: a standalone GraphQL operation. */
  text: string;
  shape: Shape;
  /** Serialises the body, in pieces. */
  toBody: (data: Data, link: Link) => string[];
};

type Field = GraphQLField<unknown, unknown>;

const OPERATIONS = new URL('./operations/', import.meta.url);

/** Returns the routes in the order of their paths. */
export function readRoutes(schema: GraphQLSchema, folder = OPERATIONS): Route[] {
  const problems: string[] = [];
  const routes = readOperations(folder, withRestDirectives(schema))
    .map((operation) => compile(schema, operation, problems))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const [index, { path, name, file }] of routes.entries()) {
    const other = routes.find((route, at) => at < index && anyNames(route.path) === anyNames(path));
    if (other) problems.push(`${other.name} and ${name} are routes on one path, ${path}.\n\n${other.file}\n${file}`);
  }
  refuseOperations(problems);
  return routes;
}

function compile(schema: GraphQLSchema, { name, document }: OperationFile, problems: string[]): Route {
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!definition) throw new Error(`${name} has no operation`);
  const refuse = (problem: string, at: OperationDefinitionNode | VariableDefinitionNode = definition) =>
    problems.push(String(new GraphQLError(problem, { nodes: at })));

  const { path = '', example = {}, beyond = false } = readRest(definition);
  if (new Set(namesIn(path)).size < namesIn(path).length) refuse('The path has a parameter twice.');
  if (!PATH.test(path)) refuse(`${name} needs @rest with a path such as "/clubs/{slug}".`);
  const parameters = parametersOf(schema, definition, document, namesIn(path));
  for (const missing of namesIn(path).filter((each) => !parameters.some((parameter) => parameter.name === each))) {
    refuse(`The path has {${missing}}, and ${name} has no variable of that name.`);
  }
  for (const node of definition.variableDefinitions ?? []) {
    const parameter = parameters.find((each) => each.name === node.variable.name.value);
    if (!parameter || !isReadable(parameter.type) || (parameter.isList && !isListable(parameter))) {
      refuse('A value of this type cannot stand in an address.', node);
    } else if (parameter.in === 'path' && !parameter.required) {
      refuse('What is in the path must be required.', node);
    }
  }
  const shape = rootShape(schema, definition, document, problems);
  if (hasLink(shape) && !parameters.some((each) => each.name === CURSOR || each.name === SINCE)) {
    refuse(`${name} has a @link, and no variable $${CURSOR} for it to set.`);
  }
  return {
    name,
    file: definition.loc?.source.name ?? name,
    path,
    ...described(schema, shape, parameters),
    parameters,
    example,
    beyond,
    rawLeaves: true,
    keysOnly: true,
    document: withTypeNames(schema, withoutRestDirectives(document)),
    text: print(inReadingOrder(withoutRestDirectives(document))),
    shape,
    toBody: createBody(shape),
  };
}

const PATH = /^(\/([a-z-]+|\{\w+\}))+$/;

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Paths that differ only in the names of their parameters are the same to a caller. */
function anyNames(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}

function readRest(definition: OperationDefinitionNode): {
  path?: string;
  example?: Record<string, unknown>;
  beyond?: boolean;
} {
  const args = directiveOf(definition, 'rest')?.arguments ?? [];
  return Object.fromEntries(args.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}

/** Returns each variable with the argument that it sets, in the order of declaration. */
function parametersOf(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  document: DocumentNode,
  inPath: string[],
): Parameter[] {
  const uses = new Map<string, GraphQLArgument>();
  const typeInfo = new TypeInfo(schema);
  const note = (name: string, argument: GraphQLArgument | null | undefined) => argument && uses.set(name, argument);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Variable: ({ name }) => void note(name.value, typeInfo.getArgument()),
    }),
  );
  return (definition.variableDefinitions ?? []).flatMap(({ variable, defaultValue, type: given }) => {
    const name = variable.name.value;
    const argument = uses.get(name);
    if (!argument) return [];
    const type: GraphQLNamedInputType = getNamedType(argument.type);
    const required = given.kind === Kind.NON_NULL_TYPE;
    const isList = (given.kind === Kind.NON_NULL_TYPE ? given.type : given).kind === Kind.LIST_TYPE;
    const preset = defaultValue ? valueFromASTUntyped(defaultValue) : argument.defaultValue;
    return [{ name, in: inPath.includes(name) ? 'path' : 'query', type, isList, required, argument, preset }];
  });
}

function rootShape(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  document: DocumentNode,
  problems: string[],
): Shape {
  const shapeOf = createShapes(schema, fragmentsOf(document), problems);
  return shapeOf(schema.getQueryType() as GraphQLObjectType, [definition.selectionSet]);
}

function hasLink({ fields }: Shape): boolean {
  return fields.some(({ link, shapes }) => link || shapes.some(hasLink));
}

/** The field that the route is about: the fields around it only lead to it. */
function innermost({ fields }: Shape): Field | undefined {
  const [field] = fields;
  const [inside] = field?.shapes ?? [];
  return field?.inline && inside?.fields[0]?.inline ? innermost(inside) : field?.definition;
}

/** A root listing is described by the same listing of the type that it belongs to (see `sameAs`). */
function described(schema: GraphQLSchema, shape: Shape, parameters: Parameter[]): Pick<Route, 'description' | 'thing'> {
  const field = innermost(shape);
  const fields = (field?.extensions.sameAs ?? {}) as Record<string, string>;
  const [type = '', name = ''] =
    parameters.map(({ argument }) => fields[argument.name]?.split('.')).find((same) => same) ?? [];
  const same = schema.getType(type);
  if (isObjectType(same)) {
    return { description: same.getFields()[name]?.description ?? '', thing: same.description ?? '' };
  }
  const [only, another] = shape.fields[0]?.shapes ?? [];
  return { description: field?.description ?? '', thing: (another ? null : only?.type.description) ?? '' };
}

/** Adds `__typename` where a value may be of several types. */
function withTypeNames(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const typeInfo = new TypeInfo(schema);
  const typeName = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
  return visit(
    document,
    visitWithTypeInfo(typeInfo, {
      SelectionSet: (node) =>
        isAbstractType(typeInfo.getParentType()) ? { ...node, selections: [typeName, ...node.selections] } : undefined,
    }),
  );
}
