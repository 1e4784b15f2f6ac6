// What an operation selects, with fragments merged in as execution merges them: the shape of an answer, from which both
// the body and its description in the OpenAPI document are made.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { directiveOf } from './directives.js';

export type Shape = {
  type: GraphQLObjectType;
  /** The fragment that selects all of it, if there is one. */
  fragment: string | null;
  fields: Field[];
};

export type Field = {
  key: string;
  definition: GraphQLField<unknown, unknown>;
  optional: boolean;
  inline: boolean;
  link: boolean;
  /** One for each type the value may be of; empty for a plain value. */
  shapes: Shape[];
};

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Collected = { fields: Map<string, FieldNode[]>; spreads: Set<string> };

export function createShapes(schema: GraphQLSchema, fragments: Fragments, problems: string[]) {
  function shapesOf(type: GraphQLOutputType, sets: SelectionSetNode[]): Shape[] {
    const named = getNamedType(type);
    if (!isCompositeType(named)) return [];
    const possible = isAbstractType(named) ? schema.getPossibleTypes(named) : [named];
    return possible.map((each) => shapeOf(each, sets));
  }

  function shapeOf(type: GraphQLObjectType, sets: SelectionSetNode[]): Shape {
    const collected: Collected = { fields: new Map(), spreads: new Set() };
    for (const set of sets) collect(type, set, collected);
    const fields = fieldsOf(type, collected);
    const keys = writtenKeys(fields);
    const twice = keys.find((key, at) => keys.indexOf(key) < at);
    if (twice !== undefined) refuse(`${twice} would be written twice.`, [...collected.fields.values()].flat());
    const fragment = [...collected.spreads].find((name) => {
      const { selectionSet } = fragments.get(name) ?? {};
      return selectionSet && sets.length > 0 && keysOf(fields) === keysOf(alone(type, selectionSet));
    });
    return { type, fragment: fragment ?? null, fields };
  }

  function alone(type: GraphQLObjectType, set: SelectionSetNode): Field[] {
    const collected: Collected = { fields: new Map(), spreads: new Set() };
    collect(type, set, collected);
    return fieldsOf(type, collected);
  }

  function refuse(problem: string, nodes: FieldNode[]): void {
    problems.push(String(new GraphQLError(problem, { nodes })));
  }

  function fieldsOf(type: GraphQLObjectType, { fields }: Collected): Field[] {
    return [...fields].flatMap(([key, nodes]) => {
      if (nodes[0]?.name.value.startsWith('__')) refuse(`${key} has no place in a body.`, nodes);
      return nodes[0]?.name.value.startsWith('__') ? [] : [fieldOf(type, key, nodes)];
    });
  }

  function collect(type: GraphQLObjectType, set: SelectionSetNode, into: Collected): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        into.fields.set(key, [...(into.fields.get(key) ?? []), node]);
        continue;
      }
      const part = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      const condition = part?.typeCondition?.name.value;
      if (!part || (condition !== undefined && !isOf(type, condition))) continue;
      if (node.kind === Kind.FRAGMENT_SPREAD) into.spreads.add(node.name.value);
      collect(type, part.selectionSet, into);
    }
  }

  function isOf(type: GraphQLObjectType, condition: string): boolean {
    const wanted = schema.getType(condition);
    return wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type));
  }

  function fieldOf(type: GraphQLObjectType, key: string, nodes: FieldNode[]): Field {
    const node = nodes[0] as FieldNode;
    const definition = type.getFields()[node.name.value] as GraphQLField<unknown, unknown>;
    const says = (name: 'inline' | 'optional' | 'link') => nodes.some((each) => directiveOf(each, name));
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const field: Field = {
      key,
      definition,
      optional: says('optional'),
      inline: says('inline'),
      link: says('link'),
      shapes: shapesOf(definition.type, sets),
    };
    for (const problem of problemsOf(field)) refuse(problem, [node]);
    return field;
  }

  return shapeOf;
}

function problemsOf({ key, definition: { type }, optional, inline, shapes }: Field): string[] {
  return [
    ...(inline && (shapes.length === 0 || isListType(getNullableType(type)))
      ? [`${key} cannot be @inline: it is not an object.`]
      : []),
    ...(optional && isNonNullType(type) ? [`${key} cannot be @optional: it is never null.`] : []),
  ];
}

/** The keys that the object will have, those of inlined objects among them; those of several types are never together. */
function writtenKeys(fields: Field[]): string[] {
  return fields.flatMap(({ key, inline, shapes }) =>
    inline ? [...new Set(shapes.flatMap((shape) => writtenKeys(shape.fields)))] : [key],
  );
}

/** All keys of a shape, with those inside; equal for equal shapes. */
function keysOf(fields: Field[]): string {
  return fields.map(({ key, shapes }) => `${key}{${shapes.map((each) => keysOf(each.fields)).join('|')}}`).join(' ');
}
