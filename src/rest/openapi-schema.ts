// JSON Schema from the shapes of answers and the types of parameters, with exact presence and nullability. A shape that
// a fragment selects is a component, named after the fragment.
import { type GraphQLType, getNullableType, isEnumType, isListType, isNonNullType, isScalarType } from 'graphql';
import type { Parameter } from './parameters.js';
import type { Field, Shape } from './shape.js';

export type JsonSchema = Record<string, unknown>;
type Property = { key: string; required: boolean; schema: JsonSchema };
/** Keys of an object. Inlining a field of several types gives several variants, of which the object matches one. */
type Variant = { title: string; properties: Property[] };

export type Schemas = {
  components: Record<string, JsonSchema>;
  bodyOf(shape: Shape): JsonSchema;
};

export function createSchemas(): Schemas {
  const components: Record<string, JsonSchema> = {};

  function bodyOf(shape: Shape): JsonSchema {
    const variants = variantsOf(shape, true);
    const [only] = variants;
    if (only && variants.length === 1) return objectSchema(only.properties);
    return { oneOf: variants.map(({ title, properties }) => ({ title, ...objectSchema(properties) })) };
  }

  function variantsOf(shape: Shape, always: boolean): Variant[] {
    return shape.fields.reduce<Variant[]>(
      (variants, field) => {
        if (!field.inline) {
          const property = propertyOf(field, always, isRoot(shape));
          return variants.map((variant) => ({ ...variant, properties: [...variant.properties, property] }));
        }
        const there = always && (isRoot(shape) || isNonNullType(field.definition.type));
        const inside = field.shapes.flatMap((each) => variantsOf(each, there));
        return variants.flatMap(({ title, properties }) =>
          inside.map((more) => ({
            title: [title, more.title].filter(Boolean).join(' '),
            properties: [...properties, ...more.properties],
          })),
        );
      },
      [{ title: isRoot(shape) ? '' : shape.type.name, properties: [] }],
    );
  }

  function propertyOf(field: Field, always: boolean, root: boolean): Property {
    const { key, optional, link, definition, constant } = field;
    if (constant !== undefined) return { key, required: true, schema: constantSchema(constant) };
    const plain = narrowed(valueSchema(definition.type, field.shapes), definition.extensions.jsonSchema);
    const nullable = !root && !optional && !isNonNullType(definition.type);
    const schema = link ? NEXT : { ...(nullable ? orNull(plain) : plain), description: definition.description ?? '' };
    return { key, required: always && !optional, schema };
  }

  function valueSchema(type: GraphQLType, shapes: Shape[]): JsonSchema {
    const value = getNullableType(type);
    if (isListType(value)) return { type: 'array', items: valueSchema(value.ofType, shapes) };
    const [shape, another] = shapes;
    if (shape && another) return { oneOf: shapes.map(componentOf) };
    return shape ? componentOf(shape) : leafSchema(value);
  }

  function componentOf(shape: Shape): JsonSchema {
    if (shape.fragment === null) return bodyOf(shape);
    const name = shape.fragment.replace(/Body$/, '');
    components[name] ??= { description: shape.type.description ?? '', ...bodyOf(shape) };
    return { $ref: `#/components/schemas/${name}` };
  }

  return { components, bodyOf };
}

const constantSchema = (value: string): JsonSchema => ({
  type: 'string',
  const: value,
  description: 'What it is.',
});

export function parameterSchema({ type, isList, preset, argument: { extensions } }: Parameter): JsonSchema {
  return {
    ...(isList ? { type: 'array', items: leafSchema(type) } : leafSchema(type)),
    ...pick(extensions, ['minimum', 'maximum', 'minLength', 'maxLength']),
    ...(preset !== undefined && { default: preset }),
  };
}

const NEXT: JsonSchema = {
  type: ['string', 'null'],
  format: 'uri',
  description:
    'The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.',
};

const SCALARS: Record<string, JsonSchema> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
};

/** A root field is never null in an answer: the route returns an error instead. Only nested fields may be missing. */
function isRoot({ type }: Shape): boolean {
  return type.name === 'Query';
}

function objectSchema(properties: Property[]): JsonSchema {
  return {
    type: 'object',
    required: properties.filter(({ required }) => required).map(({ key }) => key),
    properties: Object.fromEntries(properties.map(({ key, schema }) => [key, schema])),
  };
}

/** Custom scalars declare their JSON Schema in their extensions. */
function leafSchema(type: GraphQLType): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  const schema = isScalarType(type) ? (SCALARS[type.name] ?? type.extensions.jsonSchema) : undefined;
  if (!schema) throw new Error(`${type} has no JSON Schema`);
  return schema as JsonSchema;
}

/** A field's extensions may declare constraints on its values that do not hold for all values of its type. */
function narrowed(schema: JsonSchema, further: unknown): JsonSchema {
  if (!further) return schema;
  return '$ref' in schema || 'properties' in schema ? { allOf: [schema, further] } : { ...schema, ...further };
}

function orNull(schema: JsonSchema): JsonSchema {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  const values = 'enum' in schema && { enum: [...(schema.enum as string[]), null] };
  return { ...schema, type: [schema.type, 'null'], ...values };
}

function pick(from: Readonly<Record<string, unknown>>, names: string[]): JsonSchema {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}
