// Counts fields whose response key is already selected at the same place of the answer, with fragments merged.
// Selection sets that meet at one place are visited together, and only once; counting stops above the limit.
import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import { errors } from '../../errors.js';
import { createOnce, fragmentsOf, selectionOf, setsOf, walked } from '../document/selections.js';

/**
 * Bounds documents that are small but spread their fragments in very many places. Every later walk visits the same
 * places, so all of them are linear in the size of the document.
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
  // An unused fragment is an error, but validation processes it before it finds that.
  for (const [name, { selectionSet }] of fragments) if (!used.has(name)) together([selectionSet]);
  return repeats;
}
