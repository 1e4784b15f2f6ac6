// Under which cache tags rows are read. The log has the key of what was written: of a tournament also with its parts, its
// sign-ups and its battles, of a player and a club with their battles. A kind alone stands for its own rows and parts, not
// for battles, so that a result leaves what only names a tournament, a player or a club.
import type { FieldOf, Model } from '../one-statement/model.js';
import type { TagRule } from '../one-statement/tags.js';

type Rules = { readonly [M in Model]?: TagRule<FieldOf<M>> | null };

const PART = { kind: 'tournament', key: 'tournamentSlug' } as const;
const OF_A_BATTLE = ['battle', 'battle:', 'tournament:', 'club:', 'player:'];

/** Models without an entry are not read. */
export const TAGS = {
  Tournament: { kind: 'tournament', key: 'slug', isWhole: true },
  TournamentSize: PART,
  TournamentOrganizer: PART,
  Stage: PART,
  Team: PART,
  BracketMatch: PART,
  Participant: { ...PART, of: ['player:'] },
  DerivedPlace: { kind: 'place', within: ['tournament:'] },
  Battle: { kind: 'battle', key: 'id', within: OF_A_BATTLE },
  // Of a sign-up, battles to come count too.
  BattleSide: { kind: 'battle', within: OF_A_BATTLE },
  // Whoever changes one changes everything.
  BattlePack: null,
  // A relation leads from one to others.
  Club: { kind: 'club', key: 'slug', isWhole: true, within: ['club'] },
  ClubBattle: { kind: 'club', key: 'clubSlug' },
  Player: { kind: 'player', key: 'id', isWhole: true, within: ['player'] },
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
