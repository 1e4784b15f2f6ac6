import type { ListForm as Form } from '../../army-list/army-list.js';
import type * as stored from '../../db/generated/enums.js';
import type { LISTINGS } from '../../db/read/listing.js';
import type { PageKind as PageKindName } from '../../db/read/sitemap-keys.js';
import type { ThingKind } from '../../db/read/thing-keys.js';
import type { TeamTieBreaker as TeamTieBreakerName } from '../../standings/team-tie-breaker.js';
import type { UnplayedRound } from '../../standings/unplayed-round.js';
import type { Draws as DrawsAs } from '../../statistics/score.js';
import { builder, INTERNAL } from './builder.js';

export const TournamentStatus = builder.enumType('TournamentStatus', {
  description: 'Status of a tournament: planned, ongoing or finished.',
  values: described<stored.TournamentStatus>({
    planned: 'It has not started.',
    ongoing: 'It is being played.',
    finished: 'It is over, and its final standings exist.',
  }),
});

export const StageType = builder.enumType('StageType', {
  description: 'Board = ranked table of players; bracket = matches.',
  values: described<stored.StageType>({ board: 'A ranked table of players.', bracket: 'Matches.' }),
});

export const Outcome = builder.enumType('Outcome', {
  description: 'How a battle ended for one of its players.',
  values: described<stored.Outcome>({
    win: 'The player won.',
    loss: 'The player lost.',
    draw: 'Neither side won.',
  }),
});

export const ListForm = builder.enumType('ArmyListForm', {
  description: 'Program that wrote an army list.',
  values: described<Form>({
    aosApp4: 'The Age of Sigmar app, fourth edition.',
    aosApp3: 'The Age of Sigmar app, third edition.',
    sigdex: 'Sigdex.',
    listbot: 'Listbot.',
    newRecruit: 'New Recruit.',
    roster: 'A roster file, from which the text was written when it was read.',
  }),
});

export const UnplayedKind = builder.enumType('UnplayedKind', {
  description: 'Why a participant did not play a round.',
  values: described<UnplayedRound['kind']>({
    bye: 'There was no opponent.',
    walkover: 'The opponent did not come.',
    noShow: 'The participant did not come.',
  }),
});

export const VictorySize = builder.enumType('VictorySize', {
  description: 'How big a win was.',
  values: described<stored.VictorySize>({ major: 'A major victory.', minor: 'A minor victory.' }),
});

export const Role = builder.enumType('Role', {
  description: 'The role a player had in a battle.',
  values: described<stored.Role>({ attacker: 'The player attacked.', defender: 'The player defended.' }),
});

export const TieBreaker = builder.enumType('TieBreaker', {
  description: 'What a board is ranked by; more is better.',
  values: described<stored.TieBreaker>({
    battlePoints: 'Battle points earned.',
    wins: 'Battles won.',
    victoryPointsDiff: 'Victory points scored minus victory points given away.',
    victoryPoints: 'Victory points scored.',
    opponentsBattlePoints:
      'Battle points earned by the opponents met, each as often as met; in the stage or, on the final standings, in all.',
    opponentsWins:
      'Battles won by the opponents met, each as often as met; in the stage or, on the final standings, in all.',
  }),
});

export const TeamTieBreaker = builder.enumType('TeamTieBreaker', {
  description: 'What the board of teams is ranked by; more is better.',
  values: described<TeamTieBreakerName>({
    matchPoints: '2 for each match won and 1 for each one drawn.',
    battlePoints: 'Battle points over all matches.',
    victoryPointsDiff: 'Victory points scored minus victory points given away.',
    victoryPoints: 'Victory points scored.',
    battlesWon: 'Battles that the players of the team won.',
  }),
});

export const SearchKind = builder.enumType('SearchKind', {
  description: 'What can be searched for.',
  values: described<stored.SearchKind>({
    tournament: 'Published tournaments.',
    club: 'Clubs.',
    player: 'Players with a public id.',
  }),
});

export const ChangeKind = builder.enumType('ChangeKind', {
  description: 'Kind of object in the change feed.',
  values: described<ThingKind>({
    tournament: 'Published tournaments, with their stages, sign-ups and battles.',
    club: 'Clubs.',
    player: 'Players with a public id, with how many battles they have played.',
    battle: 'Battles, with both sides.',
  }),
});

export const PageKind = builder.enumType('PageKind', {
  extensions: INTERNAL,
  description: 'What a page of the website is about.',
  values: described<PageKindName>({
    tournament: 'A published tournament.',
    club: 'A club.',
    player: 'A player with a public id.',
    battle: 'A battle that is not archived.',
    faction: 'A faction that was played in a battle that counts.',
  }),
});

export const Draws = builder.enumType('Draws', {
  description: 'What a draw counts in a win rate.',
  values: described<DrawsAs>({
    HALF: 'Half a win.',
    ZERO: 'No win.',
    OMIT: 'Nothing: as if it had not been played.',
  }),
});

export const TournamentOrder = builder.enumType('TournamentOrder', {
  description: 'Sort order of tournaments.',
  values: described<keyof typeof LISTINGS.tournaments.by>({
    newest: 'Start date, newest first; those without one come last.',
    earliest: 'Start date, earliest first; those without one come first.',
    alphabetical: 'Name.',
    largest: 'Players signed up, most first.',
  }),
});

export const ClubOrder = builder.enumType('ClubOrder', {
  description: 'Sort order of clubs.',
  values: described<keyof typeof LISTINGS.clubs.by>({ alphabetical: 'Name.', largest: 'Members, most first.' }),
});

export const PlayerOrder = builder.enumType('PlayerOrder', {
  description: 'Sort order of players.',
  values: described<keyof typeof LISTINGS.players.by>({ alphabetical: 'Name.', busiest: 'Battles, most first.' }),
});

/** Requires a description for every value. */
function described<Value extends string>(descriptions: Record<Value, string>) {
  const values = Object.entries(descriptions) as [Value, string][];
  return Object.fromEntries(values.map(([value, description]) => [value, { value, description }])) as {
    [V in Value]: { value: V; description: string };
  };
}
