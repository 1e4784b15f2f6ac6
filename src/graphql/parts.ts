// Look-ahead: which parts of a noun a document asks for.
import { type GraphQLNamedType, type GraphQLResolveInfo, getNamedType, type SelectionSetNode } from 'graphql';
import type { BattlePart } from '../db/battle.js';
import type { ClubPart } from '../db/club.js';
import type { TournamentPart } from '../db/tournament.js';
import { createOnce, fieldsOf, type Lookup, lookupOf, objectTypesOf, setsOf } from '../selections.js';
import { placeOf } from './place.js';

/** Which parts of a noun are asked for below the field that is being resolved, or below its field `inside`. */
export type PartsOf<Part> = (info: GraphQLResolveInfo, inside?: string) => ReadonlySet<Part>;

/** Which part a field needs, and fields inside it. */
type Needs<Part> = { [field: string]: { part?: Part; inside?: Needs<Part> } };

export const battleParts = createPartsOf<BattlePart>({
  winner: { part: 'sides' },
  players: { part: 'sides', inside: { list: { part: 'details' }, rounds: { part: 'details' } } },
});

export const clubParts = createPartsOf<ClubPart>({ description: { part: 'description' } });

export const tournamentParts = createPartsOf<TournamentPart>({
  description: { part: 'description' },
  playerCount: { part: 'playerCount' },
  rounds: { part: 'stages' },
  stages: { part: 'stages' },
  tournamentOrganizers: { part: 'organizers' },
});

/** Worked out once a place, and once for all places where the same is selected. */
function createPartsOf<Part>(needs: Needs<Part>): PartsOf<Part> {
  const known = new WeakMap<object, ReadonlySet<Part>>();
  const once = createOnce<ReadonlySet<Part>>();
  return (info, inside) => {
    const before = known.get(placeOf(info));
    if (before) return before;
    const type = getNamedType(info.returnType);
    const sets = setsOf(info.fieldNodes);
    const wanted = inside === undefined ? needs : { [inside]: { inside: needs } };
    const parts = once(sets, [type], () => new Set(partsOf(wanted, type, sets, lookupOf(info))));
    known.set(placeOf(info), parts);
    return parts;
  };
}

function* partsOf<Part>(
  needs: Needs<Part>,
  named: GraphQLNamedType,
  sets: SelectionSetNode[],
  lookup: Lookup,
): Generator<Part> {
  for (const type of objectTypesOf(named, lookup.schema)) {
    for (const { field, sets: within } of fieldsOf(sets, type, lookup)) {
      const { part, inside } = needs[field.name] ?? {};
      if (part !== undefined) yield part;
      if (inside) yield* partsOf(inside, getNamedType(field.type), within, lookup);
    }
  }
}
