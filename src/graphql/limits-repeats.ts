// How many fields stand where the answer already has one, with fragments merged in. Sets of selections that meet in one
// place of the answer are looked at together, and none twice; counting stops over the limit.
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import { errors } from '../errors.js';
import { createOnce, fragmentsOf, selectionOf, setsOf, walked } from './selections.js';

/**
 * A document whose fragments are spread in very many places is small and selects much. Every walk that follows this one
 * meets the same places, so all of them are linear in the document.
 */
const STEPS_PER_TOKEN = 20;

export function repeatedFields(document: DocumentNode, limit: number): number {
  const fragments = fragmentsOf(document);
  const last = walked.steps + STEPS_PER_TOKEN * (document.tokenCount ?? 0);
  const once = createOnce<null>();
  const used = new Set<string>();
  let repeats = 0;

  function together(sets: SelectionSetNode[]): null {
    if (repeats > limit) return null;
    const { fields, spreads } = selectionOf(sets, fragments, null);
    if (walked.steps > last) {
      throw errors.badRequest('The document spreads its fragments in too many places; ask for less in one request');
    }
    for (const name of spreads) used.add(name);
    for (const { nodes } of fields) repeats += nodes.length - 1;
    for (const { nodes } of fields) {
      const inside = setsOf(nodes);
      if (inside.length > 0) once(inside, [], () => together(inside));
    }
    return null;
  }

  for (const node of document.definitions) if (node.kind === Kind.OPERATION_DEFINITION) together([node.selectionSet]);
  // What no operation uses is an error, but it is validated before that is found.
  for (const [name, { selectionSet }] of fragments) if (!used.has(name)) together([selectionSet]);
  return repeats;
}
