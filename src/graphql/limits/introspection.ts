// Counts the objects that introspection returns. The count is exact and not a worst case, because the schema is
// available: selections are followed through it as in execution, each once per object, until the count exceeds `limit`.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { getOrMake } from '../../helpers/get-or-make.js';
import { createOnce, fieldsOf, type SelectedField, setsOf } from '../document/selections.js';
import type { CostedOperation } from './operation.js';

type Field = GraphQLField<unknown, unknown>;

const ROOTS = new Map<string, Field>([SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]));

/** Cost of one root field; null if it is not an introspection field. */
export function introspectionCost(nodes: readonly FieldNode[], operation: CostedOperation): number | null {
  const { schema, variables, limit } = operation;
  const counted = createOnce<number>();
  const collected = createOnce<SelectedField[]>();
  const args = new Map<FieldNode, Record<string, unknown>>();
  const info = { schema } as GraphQLResolveInfo;

  function field(node: FieldNode, definition: Field, sets: SelectionSetNode[], source: unknown): number {
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return 0;
    const given = getOrMake(args, node, () => getArgumentValues(definition, node, variables));
    const value = definition.resolve?.(source, given, {}, info);
    let cost = 0;
    for (const object of value == null ? [] : [value].flat()) {
      if (cost <= limit) cost += 1 + counted(sets, [object], () => inside(sets, type, object));
    }
    return cost;
  }

  function inside(sets: SelectionSetNode[], type: GraphQLObjectType, source: unknown): number {
    let cost = 0;
    for (const { nodes, field: definition, sets: within } of branches(sets, type)) {
      if (cost > limit) break;
      if (nodes[0]) cost += field(nodes[0], definition, within, source);
    }
    return cost;
  }

  /** Fields that can lead to objects. */
  const branches = (sets: SelectionSetNode[], type: GraphQLObjectType) =>
    collected(sets, [], () => fieldsOf(sets, type, operation).filter((selected) => selected.sets.length > 0));

  const [node] = nodes;
  const root = ROOTS.get(node?.name.value ?? '');
  return node && root ? field(node, root, setsOf(nodes), schema) : null;
}
