// What is visible at all, defined once, in Prisma's terms. The reader applies it to every row that it is asked for and to
// the parents of listings. From a visible row, relations only lead to visible rows.
import type { Model, Where } from '../one-statement/model.js';

const TOURNAMENT: Where<'Tournament'> = { published: true };

/** A battle of an unpublished tournament is hidden everywhere; casual battles are public. */
const BATTLE: Where<'Battle'> = { OR: [{ tournamentSlug: null }, { tournament: TOURNAMENT }] };

/** A removed player does not exist for callers. */
const PLAYER: Where<'Player'> = { removed: false };

/** Archived battles are left out of player and club listings; a tournament's own record keeps them. */
export const LISTED_BATTLE: Where<'Battle'> = { archived: false, ...BATTLE };

/** A faction is visible once a published tournament is found by it. */
const FACTION: Where<'Faction'> = { events: { some: { tournament: TOURNAMENT } } };

/** Models without an entry are not read. */
export const VISIBLE = {
  Tournament: TOURNAMENT,
  Stage: { tournament: TOURNAMENT },
  Participant: { tournament: TOURNAMENT },
  Team: { tournament: TOURNAMENT },
  Club: {},
  Player: PLAYER,
  Rating: { player: PLAYER },
  Battle: BATTLE,
  BattleSide: { battle: LISTED_BATTLE },
  ClubBattle: { battle: LISTED_BATTLE },
  CountedBattle: { battle: LISTED_BATTLE },
  Faction: FACTION,
  FactionSpelling: { faction: FACTION },
  Matchup: {},
} as const satisfies { [M in Model]?: Where<M> };
