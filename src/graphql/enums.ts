import * as stored from '../db/generated/enums.js';
import { builder } from './builder.js';

export const TournamentStatus = builder.enumType('TournamentStatus', {
  description: 'Where a tournament has got to.',
  values: Object.values(stored.TournamentStatus),
});

export const StageType = builder.enumType('StageType', {
  description: 'Board = ranked table of players; bracket = matches.',
  values: Object.values(stored.StageType),
});

export const Outcome = builder.enumType('Outcome', {
  description: 'How a battle ended for one of its players.',
  values: Object.values(stored.Outcome),
});

export const VictorySize = builder.enumType('VictorySize', {
  description: 'How big a win was.',
  values: Object.values(stored.VictorySize),
});

export const Role = builder.enumType('Role', {
  description: 'The role a player had in a battle.',
  values: Object.values(stored.Role),
});

export const TieBreaker = builder.enumType('TieBreaker', {
  description: "What a board is ranked by. The last two add up a player's opponents.",
  values: Object.values(stored.TieBreaker),
});
