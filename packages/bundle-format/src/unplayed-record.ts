import Type, { type Static } from 'typebox';
import { count, countOrNull, object, oneOf, oneOfOrNull, orNull, SCORE_MAX, short } from './field-schema.js';
import { POINTS_DECIMALS, POINTS_MAX } from './points.js';
import { UNPLAYED_KINDS } from './unplayed-round.js';

const Unplayed = object(
  {
    stage: short('Id of a board stage of this tournament.'),
    round: count('Round number, from 1.', 1, 9999),
    kind: oneOf(
      [...UNPLAYED_KINDS],
      'Why it was not played: a bye, an opponent who did not come, or the player missed it.',
    ),
    outcome: oneOfOrNull(['win', 'loss', 'draw'], 'What it counts as on the board.'),
    battlePoints: orNull<number>('number', `Battle points awarded, with ${POINTS_DECIMALS} decimals at most.`, {
      minimum: -POINTS_MAX,
      maximum: POINTS_MAX,
    }),
    victoryPoints: countOrNull('Victory points awarded.', -SCORE_MAX, SCORE_MAX),
  },
  'A round that the participant did not play, with what the organiser awards for it. It is no battle.',
);

export const unplayed = Type.Optional(
  Type.Array(Unplayed, { description: 'Rounds that the participant did not play.' }),
);

export type UnplayedRecord = Static<typeof Unplayed>;
