// What a document selects below a field, with fragments merged in as execution merges them: fields of one response key
// together, and each fragment once, however often it is spread. Whatever looks into a document does it from here, so
// that one that doubles itself is nowhere unfolded.
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

export type Fragments = { get(name: string): FragmentDefinitionNode | undefined };

export type Selected = {
  /** The response key. */
  key: string;
  /** All that meet under it. */
  nodes: FieldNode[];
  /** Whether `@skip` or `@include` may leave it out. */
  conditional: boolean;
};

export type SelectedField = Selected & {
  field: GraphQLField<unknown, unknown>;
  /** What is selected inside it. */
  sets: SelectionSetNode[];
};

type Selection = { fields: Selected[]; spreads: Set<string> };

/** What the fields and fragments of a document are looked up in. */
export type Lookup = { schema: GraphQLSchema; fragments: Fragments };

/** Selections looked at since the process started, to be held against the size of a document. */
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

/** What objects of a type can be. */
export function objectTypesOf(type: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

/** The fields that these sets select together on an object of `type`, without those that every type has. */
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

/** What these sets select together on an object of `type`; without one, on any object. */
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
 * Works out something once for the same sets on the same type, however many ways lead there. It is kept as long as the
 * document is.
 */
export function createOnce<Value>() {
  const roots = new WeakMap<object, Branch<Value>>();
  return (sets: readonly SelectionSetNode[], others: readonly unknown[], make: () => Value): Value => {
    const [first, ...rest] = sets;
    if (!first) return make();
    let branch: Branch<Value> = roots.get(first) ?? { next: new Map() };
    roots.set(first, branch);
    for (const key of [...others, ...rest]) {
      const next: Branch<Value> = branch.next.get(key) ?? { next: new Map() };
      branch.next.set(key, next);
      branch = next;
    }
    branch.value ??= { of: make() };
    return branch.value.of;
  };
}
