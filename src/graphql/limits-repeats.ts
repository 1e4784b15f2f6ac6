// How many fields stand where the answer already has one, with fragments expanded. Sets of selections that meet in one
// place of the answer are looked at together, and each that meets no other only once; counting stops over the limit.
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';

export function repeatedFields(document: DocumentNode, limit: number): number {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  }
  const alone = new Set<SelectionSetNode>();
  const used = new Set<string>();
  let repeats = 0;

  function together(sets: SelectionSetNode[]): void {
    const [first] = sets;
    if (!first || repeats > limit || (sets.length === 1 && alone.has(first))) return;
    if (sets.length === 1) alone.add(first);
    const inside = new Map<string, SelectionSetNode[]>();
    const spread = new Set<string>();
    for (const set of sets) collect(set, inside, spread);
    for (const meeting of inside.values()) together(meeting);
  }

  function collect(set: SelectionSetNode, inside: Map<string, SelectionSetNode[]>, spread: Set<string>): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const meeting = inside.get(key);
        if (meeting) repeats += 1;
        const own = node.selectionSet ? [node.selectionSet] : [];
        if (meeting) meeting.push(...own);
        else inside.set(key, own);
      } else if (node.kind === Kind.INLINE_FRAGMENT) {
        collect(node.selectionSet, inside, spread);
      } else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        used.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) collect(fragment, inside, spread);
      }
    }
  }

  for (const node of document.definitions) if (node.kind === Kind.OPERATION_DEFINITION) together([node.selectionSet]);
  // What no operation uses is an error, but it is validated before that is found.
  for (const [name, set] of fragments) if (!used.has(name)) together([set]);
  return repeats;
}
