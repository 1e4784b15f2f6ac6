// Under which cache tags rows are read. Triggers report the tag of what was written: with a tournament all its parts, its
// sign-ups and its battles; with a player and a club their battles. A kind alone is reported when a row of its own or a
// part of it was written, but not for battles.
import type { FieldOf, Model } from '../one-statement/model.js';
import type { TagRule } from '../one-statement/tags.js';

type Rules = { readonly [M in Model]?: TagRule<FieldOf<M>> | null };

const PART = { kind: 'tournament', key: 'tournamentSlug' } as const;
const OF_A_BATTLE = ['battle', 'tournament:', 'club:', 'player:'];

/** Models without an entry are not read. */
export const TAGS = {
  Tournament: { kind: 'tournament', key: 'slug' },
  TournamentSize: PART,
  TournamentOrganizer: PART,
  Stage: PART,
  Team: PART,
  BracketMatch: PART,
  // With places and factions that follow from battles.
  Participant: { ...PART, within: ['tournament:'] },
  DerivedPlace: null,
  Battle: { kind: 'battle', key: 'id', within: OF_A_BATTLE },
  BattleSide: { kind: 'battle', key: 'battleId', within: OF_A_BATTLE },
  // Whoever changes one changes everything.
  BattlePack: null,
  Club: { kind: 'club', key: 'slug' },
  ClubBattle: { kind: 'club', key: 'clubSlug' },
  Player: { kind: 'player', key: 'id' },
  PlayerActivity: { kind: 'player', key: 'playerId', within: ['player:'], any: 'facets:player' },
  PlayerRating: { kind: 'rating', key: 'playerId' },
  Rating: { kind: 'rating', key: 'playerId' },
  Faction: { kind: 'faction' },
  FactionSpelling: { kind: 'faction' },
  // Of the statistics that the caller has read.
  Matchup: null,
  CountedBattle: null,
  TournamentFacet: { kind: 'facets:tournament' },
  ClubFacet: { kind: 'facets:club' },
  PlayerFacet: { kind: 'facets:player' },
} as const satisfies Rules;
