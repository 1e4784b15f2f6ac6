// Look-ahead: which parts of a noun a document asks for.
import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { BattlePart } from '../db/battle.js';
import type { ClubPart } from '../db/club.js';
import type { TournamentPart } from '../db/tournament.js';
import { placeOf } from './place.js';

/** Which parts of a noun are asked for below the field that is being resolved, or below its field `inside`. */
export type PartsOf<Part> = (info: GraphQLResolveInfo, inside?: string) => ReadonlySet<Part>;

export const battleParts = createPartsOf<BattlePart>({
  winner: 'sides',
  players: 'sides',
  'players.list': 'details',
  'players.rounds': 'details',
});

export const clubParts = createPartsOf<ClubPart>({ description: 'description' });

export const tournamentParts = createPartsOf<TournamentPart>({
  description: 'description',
  playerCount: 'playerCount',
  rounds: 'stages',
  stages: 'stages',
  tournamentOrganizers: 'organizers',
});

/** `needs` says which part a field needs; one with a dot is a field of a field. Worked out once a place. */
function createPartsOf<Part>(needs: Record<string, Part>): PartsOf<Part> {
  const known = new WeakMap<object, ReadonlySet<Part>>();
  return (info, inside) => {
    const parts = known.get(placeOf(info)) ?? partsOf(needs, info, inside);
    known.set(placeOf(info), parts);
    return parts;
  };
}

function partsOf<Part>(needs: Record<string, Part>, info: GraphQLResolveInfo, inside?: string): Set<Part> {
  const parts = new Set<Part>();
  const walk = (fields: FieldNode[], path: string) => {
    for (const { name, selectionSet } of fields) {
      const part = needs[path + name.value];
      if (part !== undefined) parts.add(part);
      walk(fieldsOf(selectionSet, info), `${path}${name.value}.`);
    }
  };
  const asked = info.fieldNodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet, info));
  const within = asked.filter(({ name }) => name.value === inside);
  walk(inside === undefined ? asked : within.flatMap(({ selectionSet }) => fieldsOf(selectionSet, info)), '');
  return parts;
}

function fieldsOf(set: SelectionSetNode | undefined, info: GraphQLResolveInfo): FieldNode[] {
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    const part = node.kind === Kind.INLINE_FRAGMENT ? node : info.fragments[node.name.value];
    return fieldsOf(part?.selectionSet, info);
  });
}
