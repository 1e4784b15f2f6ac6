// What introspection returns, counted in objects. The schema is at hand, so this is no worst case: selections are
// followed through it as they would be to answer, each at each place once, until there are more than `limit`.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import type { Operation } from './limits-cost.js';

type Field = GraphQLField<unknown, unknown>;

const ROOTS: Record<string, Field> = { __schema: SchemaMetaFieldDef, __type: TypeMetaFieldDef };

export const isIntrospection = (node: FieldNode): boolean => node.name.value in ROOTS;

export function introspectionCost(node: FieldNode, { schema, fragments, variables, limit }: Operation): number {
  const known = new Map<SelectionSetNode, Map<unknown, number>>();
  const branches = new Map<SelectionSetNode, SelectionNode[]>();
  const args = new Map<FieldNode, Record<string, unknown>>();
  const info = { schema } as GraphQLResolveInfo;

  function field(node: FieldNode, definition: Field | undefined, source: unknown): number {
    if (!definition || !node.selectionSet) return 0;
    const type = getNamedType(definition.type);
    if (!isObjectType(type)) return 0;
    const given = args.get(node) ?? getArgumentValues(definition, node, variables);
    args.set(node, given);
    const value = definition.resolve?.(source, given, {}, info);
    let cost = 0;
    for (const object of value == null ? [] : [value].flat()) {
      if (cost <= limit) cost += 1 + inside(node.selectionSet, type, object);
    }
    return cost;
  }

  function inside(set: SelectionSetNode, type: GraphQLObjectType, source: unknown): number {
    const counted = known.get(set) ?? new Map<unknown, number>();
    known.set(set, counted);
    const before = counted.get(source);
    if (before !== undefined) return before;
    let cost = 0;
    for (const selection of branchesOf(set)) {
      if (cost > limit) break;
      if (selection.kind === Kind.FIELD) cost += field(selection, type.getFields()[selection.name.value], source);
      else if (selection.kind === Kind.INLINE_FRAGMENT) cost += inside(selection.selectionSet, type, source);
      else {
        const spread = fragments.get(selection.name.value);
        if (spread) cost += inside(spread.selectionSet, type, source);
      }
    }
    counted.set(source, cost);
    return cost;
  }

  /** The selections that can lead to objects. */
  function branchesOf(set: SelectionSetNode): SelectionNode[] {
    const kept = branches.get(set) ?? set.selections.filter((node) => node.kind !== Kind.FIELD || node.selectionSet);
    branches.set(set, kept);
    return kept;
  }

  return field(node, ROOTS[node.name.value], schema);
}
