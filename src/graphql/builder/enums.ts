import type { ListForm as Form } from '../../army-list/army-list.js';
import type * as stored from '../../db/generated/enums.js';
import type { LISTINGS } from '../../db/read/listing.js';
import type { PageKind as PageKindName } from '../../db/read/sitemap-keys.js';
import type { ThingKind } from '../../db/read/thing-keys.js';
import type { TeamTieBreaker as TeamTieBreakerName } from '../../standings/team-tie-breaker.js';
import type { UnplayedRound } from '../../standings/unplayed-round.js';
import type { Draws as DrawsAs } from '../../statistics/score.js';
import { builder, INTERNAL } from './builder.js';

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

export const ListForm = described<Form>('ArmyListForm', 'Program that wrote an army list.', {
  aosApp4: 'The Age of Sigmar app, fourth edition.',
  aosApp3: 'The Age of Sigmar app, third edition.',
  sigdex: 'Sigdex.',
  listbot: 'Listbot.',
  newRecruit: 'New Recruit.',
  roster: 'A roster file, from which the text was written when it was read.',
});

export const UnplayedKind = described<UnplayedRound['kind']>(
  'UnplayedKind',
  'Why a participant did not play a round.',
  { bye: 'There was no opponent.', walkover: 'The opponent did not come.', noShow: 'The participant did not come.' },
);

export const VictorySize = described<stored.VictorySize>('VictorySize', 'How big a win was.', {
  major: 'A major victory.',
  minor: 'A minor victory.',
});

export const Role = described<stored.Role>('Role', 'The role a player had in a battle.', {
  attacker: 'The player attacked.',
  defender: 'The player defended.',
});

export const TieBreaker = described<stored.TieBreaker>('TieBreaker', 'What a board is ranked by; more is better.', {
  battlePoints: 'Battle points earned.',
  wins: 'Battles won.',
  victoryPointsDiff: 'Victory points scored minus victory points given away.',
  victoryPoints: 'Victory points scored.',
  opponentsBattlePoints:
    'Battle points earned by the opponents met, each as often as met; in the stage or, on the final standings, in all.',
  opponentsWins:
    'Battles won by the opponents met, each as often as met; in the stage or, on the final standings, in all.',
});

export const TeamTieBreaker = described<TeamTieBreakerName>(
  'TeamTieBreaker',
  'What the board of teams is ranked by; more is better.',
  {
    matchPoints: '2 for each match won and 1 for each one drawn.',
    battlePoints: 'Battle points over all matches.',
    victoryPointsDiff: 'Victory points scored minus victory points given away.',
    victoryPoints: 'Victory points scored.',
    battlesWon: 'Battles that the players of the team won.',
  },
);

export const SearchKind = described<stored.SearchKind>('SearchKind', 'What can be searched for.', {
  tournament: 'Published tournaments.',
  club: 'Clubs.',
  player: 'Players with a public id.',
});

export const ChangeKind = described<ThingKind>('ChangeKind', 'Kind of object in the change feed.', {
  tournament: 'Published tournaments, with their stages, sign-ups and battles.',
  club: 'Clubs.',
  player: 'Players with a public id, with how many battles they have played.',
  battle: 'Battles, with both sides.',
});

export const PageKind = described<PageKindName>(
  'PageKind',
  'What a page of the website is about.',
  {
    tournament: 'A published tournament.',
    club: 'A club.',
    player: 'A player with a public id.',
    battle: 'A battle that is not archived.',
    faction: 'A faction that was played in a battle that counts.',
  },
  INTERNAL,
);

export const Draws = described<DrawsAs>('Draws', 'What a draw counts in a win rate.', {
  HALF: 'Half a win.',
  ZERO: 'No win.',
  OMIT: 'Nothing: as if it had not been played.',
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

/** Requires a description for every value. */
function described<Value extends string>(
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
