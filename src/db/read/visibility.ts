// What is visible at all, defined once, in Prisma's terms. Every access to the data starts from one of these, as a root
// field or a listing. From a visible row, relations only lead to visible rows.
import type { ByKey } from './by-key.js';
import type { Where } from './model.js';

const TOURNAMENT: Where<'Tournament'> = { published: true };

/** A battle of an unpublished tournament is hidden everywhere; casual battles are public. */
const BATTLE: Where<'Battle'> = { OR: [{ tournamentSlug: null }, { tournament: TOURNAMENT }] };

/** A removed player does not exist for callers. */
const PLAYER: Where<'Player'> = { removed: false };

/** Archived battles are left out of player and club listings; a tournament's own record keeps them. */
export const LISTED_BATTLE: Where<'Battle'> = { archived: false, ...BATTLE };

/** A faction is visible once it was played in a published tournament. */
const FACTION: Where<'Faction'> = { events: { some: { statistics: { tournament: TOURNAMENT } } } };

export const VISIBLE = { Tournament: TOURNAMENT, Battle: BATTLE, Player: PLAYER, Club: {}, Faction: FACTION } as const;

/** The key by which each type is found. */
export const TOURNAMENTS: ByKey<'Tournament', 'slug'> = { model: 'Tournament', by: ['slug'], where: TOURNAMENT };
export const STAGES: ByKey<'Stage', 'tournamentSlug' | 'id'> = {
  model: 'Stage',
  by: ['tournamentSlug', 'id'],
  where: { tournament: TOURNAMENT },
};
export const CLUBS: ByKey<'Club', 'slug'> = { model: 'Club', by: ['slug'], where: {} };
export const PLAYERS: ByKey<'Player', 'id'> = { model: 'Player', by: ['id'], where: PLAYER };
export const BATTLES: ByKey<'Battle', 'id'> = { model: 'Battle', by: ['id'], where: BATTLE };
export const FACTIONS: ByKey<'Faction', 'slug'> = { model: 'Faction', by: ['slug'], where: FACTION };
/** Found by any spelling, through the row of that spelling. */
export const FACTIONS_BY_NAME: ByKey<'FactionSpelling', 'spelling'> = {
  model: 'FactionSpelling',
  by: ['spelling'],
  spelledBy: 'faction_spelling',
  where: { faction: FACTION },
};
/** For factions that statistics refer to, which need no visibility check. */
export const FACTIONS_BY_ID: ByKey<'Faction', 'id'> = { model: 'Faction', by: ['id'], where: {} };
export const PARTICIPANTS: ByKey<'Participant', 'id'> = {
  model: 'Participant',
  by: ['id'],
  where: { tournament: TOURNAMENT },
};
export const PARTICIPANTS_BY_ENTRY: ByKey<'Participant', 'tournamentSlug' | 'entry'> = {
  model: 'Participant',
  by: ['tournamentSlug', 'entry'],
  where: { tournament: TOURNAMENT },
};
