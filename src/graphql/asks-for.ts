import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether any of these fields is asked for directly below the field that is being resolved. */
export function asksFor({ fieldNodes, fragments }: GraphQLResolveInfo, names: readonly string[]): boolean {
  const answers = byNames.get(names) ?? new WeakMap<object, boolean>();
  byNames.set(names, answers);
  const known = answers.get(fieldNodes);
  if (known !== undefined) return known;
  const asks = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((node) => {
      if (node.kind === Kind.FIELD) return names.includes(node.name.value);
      return asks(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet);
    }) ?? false;
  const answer = fieldNodes.some(({ selectionSet }) => asks(selectionSet));
  answers.set(fieldNodes, answer);
  return answer;
}

/** A field of a list is resolved for every entry, with the same nodes. */
const byNames = new WeakMap<readonly string[], WeakMap<object, boolean>>();
