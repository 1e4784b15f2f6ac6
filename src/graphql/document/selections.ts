// What a document selects below a field, with fragments merged as in execution: fields of one response key together,
// and each fragment once, however often it is spread. Code that inspects documents uses this module, so that an
// exponential document is never expanded.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { getOrMake } from '../../helpers/get-or-make.js';

export type Fragments = { get(name: string): FragmentDefinitionNode | undefined };

export type Selected = {
  /** The response key. */
  key: string;
  /** All field nodes with this response key. */
  nodes: FieldNode[];
  /** True if `@skip` or `@include` may leave it out. */
  conditional: boolean;
};

export type SelectedField = Selected & {
  field: GraphQLField<unknown, unknown>;
  /** Selection sets inside the field. */
  sets: SelectionSetNode[];
};

type Selection = { fields: Selected[]; spreads: Set<string> };

/** Where the fields and fragments of a document are looked up. */
export type Lookup = { schema: GraphQLSchema; fragments: Fragments };

/** Number of selections visited since start; its growth is compared with the size of a document. */
export const walked = { steps: 0 };

export function fragmentsOf({ definitions }: DocumentNode): Map<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((node) => [node.name.value, node]));
}

export const lookupOf = ({ schema, fragments }: GraphQLResolveInfo): Lookup => ({
  schema,
  fragments: { get: (name) => fragments[name] },
});

export const setsOf = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet ?? []);

/** Object types that a value of this type can have; none for a leaf type. */
export function objectTypesOf(type: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

/** Fields that these sets select together on an object of `type`, without meta-fields such as `__typename`. */
export function fieldsOf(
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  { schema, fragments }: Lookup,
): SelectedField[] {
  return selectionOf(sets, fragments, { type, schema }).fields.flatMap((selected) => {
    const field = type.getFields()[selected.nodes[0]?.name.value ?? ''];
    return field ? [{ ...selected, field, sets: setsOf(selected.nodes) }] : [];
  });
}

/** What these sets select together on an object of `on.type`, or on any object if `on` is null. */
export function selectionOf(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
  on: { type: GraphQLObjectType; schema: GraphQLSchema } | null,
): Selection {
  const fields = new Map<string, Selected>();
  const spreads = new Set<string>();

  function add(set: SelectionSetNode, around: boolean): void {
    for (const node of set.selections) {
      walked.steps += 1;
      const conditional = around || isConditional(node);
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const met = fields.get(key);
        if (!met) fields.set(key, { key, nodes: [node], conditional });
        else {
          met.nodes.push(node);
          met.conditional &&= conditional;
        }
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        if (applies(node.typeCondition?.name.value, on)) add(node.selectionSet, conditional);
      } else if (!spreads.has(node.name.value)) {
        const fragment = fragments.get(node.name.value);
        if (!fragment || !applies(fragment.typeCondition.name.value, on)) continue;
        spreads.add(node.name.value);
        add(fragment.selectionSet, conditional);
      }
    }
  }

  for (const set of sets) add(set, false);
  return { fields: [...fields.values()], spreads };
}

const CONDITIONS = new Set(['skip', 'include']);

const isConditional = ({ directives }: SelectionNode) =>
  directives?.some(({ name }) => CONDITIONS.has(name.value)) ?? false;

function applies(condition: string | undefined, on: { type: GraphQLObjectType; schema: GraphQLSchema } | null) {
  if (condition === undefined || on === null || condition === on.type.name) return true;
  const wanted = on.schema.getType(condition);
  return isAbstractType(wanted) && on.schema.isSubType(wanted, on.type);
}

type Branch<Value> = { value?: { of: Value }; next: Map<unknown, Branch<Value>> };

/**
 * Memoises a value by selection sets and other keys such as the type, however many paths lead there. Values live as
 * long as the document.
 */
export function createOnce<Value>() {
  const roots = new WeakMap<object, Branch<Value>>();
  const grow = (): Branch<Value> => ({ next: new Map() });
  return (sets: readonly SelectionSetNode[], others: readonly unknown[], make: () => Value): Value => {
    const [first, ...rest] = sets;
    if (!first) return make();
    let branch = getOrMake(roots, first, grow);
    for (const key of [...others, ...rest]) branch = getOrMake(branch.next, key, grow);
    branch.value ??= { of: make() };
    return branch.value.of;
  };
}
