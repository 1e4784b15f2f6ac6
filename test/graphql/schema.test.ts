import { readFile } from 'node:fs/promises';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';

test('schema.graphql is the schema as the code has it (npm run schema writes it)', async () => {
  const file = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  expect(file).toBe(`${printSchema(schema)}\n`);
});

test('the service is read-only: there is nothing but queries, and what follows them', () => {
  expect(schema.getMutationType()).toBeUndefined();
  const query = schema.getQueryType()?.getFields() ?? {};
  const followed = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
  expect(followed.length).toBeGreaterThan(0);
  for (const { name, type, args } of followed) {
    expect([type, args]).toStrictEqual([query[name]?.type, query[name]?.args]);
  }
});

const ownTypes = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

test('every scalar of ours says where it is specified', () => {
  const scalars = ownTypes.filter(isScalarType);
  expect(scalars.map(({ name }) => name)).toContain('DateTime');
  expect(scalars.filter(({ specifiedByURL }) => !specifiedByURL)).toStrictEqual([]);
});

test('the values of enums are their names: compiled operations show them as they are', () => {
  const values = ownTypes.filter(isEnumType).flatMap((type) => type.getValues());
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter(({ name, value }) => value !== name)).toStrictEqual([]);
});

describe('every type, field, argument and enum value has a description', () => {
  test.each(ownTypes.map((type) => [type.name, type] as const))('%s', (_, type) => {
    expect(describable(type).filter(({ description }) => !description?.trim())).toStrictEqual([]);
  });
});

type Described = { name: string; description: string | null | undefined };

function describable(type: GraphQLNamedType): Described[] {
  const described = ({ name, description }: Described) => ({ name, description });
  if (isEnumType(type)) return [type, ...type.getValues()].map(described);
  if (isInputObjectType(type)) return [type, ...Object.values(type.getFields())].map(described);
  if (!isObjectType(type) && !isInterfaceType(type)) return [described(type)];
  const fields = Object.values(type.getFields());
  return [type, ...fields, ...fields.flatMap(({ args }) => args)].map(described);
}
