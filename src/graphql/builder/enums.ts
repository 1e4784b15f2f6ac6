import type * as stored from '../../db/generated/enums.js';
import type { LISTINGS } from '../../db/read/listing.js';
import { builder } from './builder.js';

export const TournamentStatus = described<stored.TournamentStatus>(
  'TournamentStatus',
  'Status of a tournament: planned, ongoing or finished.',
  {
    planned: 'It has not started.',
    ongoing: 'It is being played.',
    finished: 'It is over, and its final standings exist.',
  },
);

export const StageType = described<stored.StageType>(
  'StageType',
  'Board = ranked table of players; bracket = matches.',
  { board: 'A ranked table of players.', bracket: 'Matches.' },
);

export const Outcome = described<stored.Outcome>('Outcome', 'How a battle ended for one of its players.', {
  win: 'The player won.',
  loss: 'The player lost.',
  draw: 'Neither side won.',
});

export const Role = described<stored.Role>('Role', 'The role a player had in a battle.', {
  attacker: 'The player attacked.',
  defender: 'The player defended.',
});

export const TieBreaker = described<stored.TieBreaker>('TieBreaker', 'What a board is ranked by; more is better.', {
  battlePoints: 'Battle points earned.',
  wins: 'Battles won, and unplayed rounds awarded as a win.',
  victoryPointsDiff: 'Victory points scored minus victory points given away.',
  victoryPoints: 'Victory points scored.',
  opponentsBattlePoints:
    'Battle points earned by the opponents met, in the stage or, on the final standings, in all; one met twice counts twice.',
  opponentsWins:
    'Battles won by the opponents met, in the stage or, on the final standings, in all; one met twice counts twice.',
});

export const SearchKind = described<stored.SearchKind>('SearchKind', 'What can be searched for.', {
  tournament: 'Published tournaments.',
  club: 'Clubs.',
  player: 'Players with a public id.',
});

export const TournamentOrder = described<keyof typeof LISTINGS.tournaments.by>(
  'TournamentOrder',
  'Sort order of tournaments.',
  {
    newest: 'Start date, newest first; those without one come last.',
    earliest: 'Start date, earliest first; those without one come first.',
    alphabetical: 'Name.',
    largest: 'Players signed up, most first.',
  },
);

export const ClubOrder = described<keyof typeof LISTINGS.clubs.by>('ClubOrder', 'Sort order of clubs.', {
  alphabetical: 'Name.',
  largest: 'Members, most first.',
});

export const PlayerOrder = described<keyof typeof LISTINGS.players.by>('PlayerOrder', 'Sort order of players.', {
  alphabetical: 'Name.',
  busiest: 'Battles, most first.',
});

/** Requires a description for every value. Only enums that several files use are above; others are beside their noun. */
export function described<Value extends string>(
  name: string,
  description: string,
  values: Record<Value, string>,
  extensions: Readonly<Record<string, unknown>> = {},
) {
  const all = Object.entries<string>(values).map(([value, meaning]) => [value, { description: meaning }]);
  return builder.enumType(name, {
    description,
    extensions,
    values: Object.fromEntries(all) as Record<Value, { description: string }>,
  });
}
