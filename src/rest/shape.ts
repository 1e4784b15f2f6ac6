// What an operation selects, with fragments merged in as execution merges them: the shape of an answer, from which both
// the body and its description in the OpenAPI document are made.
import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import {
  createOnce,
  type Fragments,
  objectTypesOf,
  type Selected,
  selectionOf,
  setsOf,
} from '../graphql/selections.js';
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
  /** What it always says, on objects of this type. */
  constant?: string;
};

export function createShapes(schema: GraphQLSchema, fragments: Fragments, problems: string[]) {
  const once = createOnce<Shape>();

  function shapesOf(type: GraphQLOutputType, sets: SelectionSetNode[]): Shape[] {
    return objectTypesOf(getNamedType(type), schema).map((each) => shapeOf(each, sets));
  }

  function shapeOf(type: GraphQLObjectType, sets: SelectionSetNode[]): Shape {
    return once(sets, [type], () => makeShape(type, sets));
  }

  function makeShape(type: GraphQLObjectType, sets: SelectionSetNode[]): Shape {
    const selection = selectionOf(sets, fragments, { type, schema });
    const fields = selection.fields.flatMap((selected) => fieldOf(type, selected));
    const keys = writtenKeys(fields);
    const twice = keys.find((key, at) => keys.indexOf(key) < at);
    if (twice !== undefined) {
      refuse(
        `${twice} would be written twice.`,
        selection.fields.flatMap(({ nodes }) => nodes),
      );
    }
    const fragment = [...selection.spreads].find((name) => {
      const { selectionSet } = fragments.get(name) ?? {};
      return selectionSet && sets.length > 0 && keysOf(fields) === keysOf(shapeOf(type, [selectionSet]).fields);
    });
    return { type, fragment: fragment ?? null, fields };
  }

  function refuse(problem: string, nodes: FieldNode[]): void {
    problems.push(String(new GraphQLError(problem, { nodes })));
  }

  function fieldOf(type: GraphQLObjectType, { key, nodes }: Selected): Field[] {
    const node = nodes[0] as FieldNode;
    if (node.name.value === TypeNameMetaFieldDef.name && node.alias) return [typeField(type, key)];
    if (node.name.value.startsWith('__')) {
      refuse(`${key} has no place in a body.`, nodes);
      return [];
    }
    const definition = type.getFields()[node.name.value] as GraphQLField<unknown, unknown>;
    const has = (name: 'inline' | 'optional' | 'link') => nodes.some((each) => directiveOf(each, name));
    const field: Field = {
      key,
      definition,
      optional: has('optional'),
      inline: has('inline'),
      link: has('link'),
      shapes: shapesOf(definition.type, setsOf(nodes)),
    };
    for (const problem of problemsOf(field)) refuse(problem, [node]);
    return [field];
  }

  return shapeOf;
}

/** Under a name of its own a type's name is part of the body, in the way of the other words there. */
function typeField({ name }: GraphQLObjectType, key: string): Field {
  const constant = name.slice(0, 1).toLowerCase() + name.slice(1);
  return { key, definition: TypeNameMetaFieldDef, optional: false, inline: false, link: false, shapes: [], constant };
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
