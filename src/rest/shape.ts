// The shape of an answer: what an operation selects, with fragments merged as in execution. Both the body and its
// description in the OpenAPI document are made from it.
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
} from '../graphql/document/selections.js';
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
  /** One for each type that the value may have; empty for a leaf. */
  shapes: Shape[];
  /** Fixed value on objects of this type. */
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

/** An aliased `__typename` is part of the body, in lower camel case like other values there. */
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

/** Keys of the object, with those of inlined objects, of which one type is written: shared keys count once. */
function writtenKeys(fields: Field[]): string[] {
  return fields.flatMap(({ key, inline, shapes }) =>
    inline ? [...new Set(shapes.flatMap((shape) => writtenKeys(shape.fields)))] : [key],
  );
}

/** All keys of a shape, nested ones included; equal for equal shapes. */
function keysOf(fields: Field[]): string {
  return fields.map(({ key, shapes }) => `${key}{${shapes.map((each) => keysOf(each.fields)).join('|')}}`).join(' ');
}
