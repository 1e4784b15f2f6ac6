import Type, { type Static } from 'typebox';
import { keyOrNull, name, object, orNull } from './field-schema.js';
import { POINTS_DECIMALS, POINTS_MAX } from './points.js';
import { TEAM_TIE_BREAKERS, type TeamTieBreaker } from './team-tie-breaker.js';

const Team = object(
  {
    name: name('Team name, unique in the tournament.'),
    club: keyOrNull('Slug of the club the team represents.'),
  },
  'A team. Its players are the participants that name it; its matches follow from their battles.',
);

export type TeamRecord = Static<typeof Team>;

/** The fields of a tournament that concern teams. */
export const teamFields = {
  teamDrawRange: orNull<number>(
    'number',
    'Largest difference of battle points at which a match of two teams is a draw, with ' +
      `${POINTS_DECIMALS} decimals at most; null is 0.`,
    { minimum: 0, maximum: POINTS_MAX },
  ),
  teamTieBreakers: Type.Optional(
    Type.Unsafe<TeamTieBreaker[]>({
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { enum: TEAM_TIE_BREAKERS },
      description: 'What the board of teams is ranked by, in order. Left out: the first four.',
    }),
  ),
  teams: Type.Optional(Type.Array(Team, { description: 'Only in a tournament of teams.' })),
};
