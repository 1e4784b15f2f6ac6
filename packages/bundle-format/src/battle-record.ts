import Type, { type Static } from 'typebox';
import { listOrNull } from './army-list-record.js';
import {
  count,
  countOrNull,
  DECIMAL_MAX,
  dayOrNull,
  flag,
  given,
  givenNull,
  isNull,
  KEEPS,
  keeps,
  key,
  keyOrNull,
  nameOrNull,
  nameRules,
  object,
  oneOfOrNull,
  orNull,
  SCORE_MAX,
  score,
  short,
  shortOrNull,
  when,
} from './field-schema.js';
import { POINTS_DECIMALS, POINTS_MAX } from './points.js';

/** Of a side, of which the one or the other may be kept. */
const NAMED_PLAYER = { not: givenNull('playerId', 'name') };
const Round = object(
  {
    round: count('Round of the battle, from 1.', 1),
    victoryPoints: Type.Optional(score('Victory points scored in the round.')),
    objectivePoints: Type.Optional(score('Objective points scored in the round.')),
    objectives: Type.Optional(Type.Array(short())),
    battleTactic: shortOrNull('The battle tactic picked.'),
    battleTacticScored: Type.Optional(Type.Boolean()),
    priority: Type.Optional(Type.Boolean()),
    metrics: Type.Optional(
      Type.Unsafe<Record<string, number | boolean>>({
        type: 'object',
        propertyNames: nameRules,
        additionalProperties: { type: ['number', 'boolean'], minimum: -DECIMAL_MAX, maximum: DECIMAL_MAX },
        description: "The organiser's own values; over a battle, numbers are totalled and yes/no is counted.",
      }),
    ),
  },
  'One round of a battle for one side. What is left out is empty, 0, null or false.',
);

export const sideSchema = object(
  {
    entry: countOrNull('Entry of the participant, in a tournament battle.', 1, 999_999),
    playerId: keyOrNull('Public player id, in a casual battle.'),
    name: nameOrNull('Display name, in a casual battle of a player without a public id.'),
    faction: shortOrNull('Faction played.'),
    subFaction: shortOrNull('Battle formation.'),
    outcome: oneOfOrNull(['win', 'loss', 'draw'], 'Null while the battle is unfinished.'),
    battlePoints: orNull<number>('number', `Battle points earned, with ${POINTS_DECIMALS} decimals at most.`, {
      minimum: -POINTS_MAX,
      maximum: POINTS_MAX,
    }),
    victoryPoints: countOrNull('Victory points across every round.', -SCORE_MAX, SCORE_MAX),
    objectivePoints: countOrNull('Objective points.', 0, SCORE_MAX),
    battleTacticsScored: countOrNull('Battle tactics completed.'),
    grandStrategy: shortOrNull('The grand strategy picked.'),
    grandStrategyScored: orNull<boolean>('boolean', 'Whether it came off.'),
    drops: countOrNull('Number of deployment drops.'),
    role: oneOfOrNull(['attacker', 'defender'], 'Role, when recorded.'),
    list: listOrNull('Army list of this battle.'),
    rounds: Type.Optional(Type.Array(Round)),
  },
  'One side of a battle. What is left out is kept, by the position of the side: entry, playerId and name together, a list and all rounds as a whole.',
);

export const Battle = object(
  {
    type: Type.Literal('battle'),
    id: key('Battle id.'),
    date: dayOrNull('Day played, local date.'),
    tournament: keyOrNull('Tournament slug; null for a casual battle.'),
    stage: shortOrNull('Stage id; null for a casual battle.'),
    round: countOrNull('Round number, from 1.', 1, 9999),
    scenario: shortOrNull('Scenario played.'),
    battlePack: shortOrNull('Name of the battle pack.'),
    battleSize: count('Points limit per army.', 1),
    victorySize: oneOfOrNull(['major', 'minor'], 'How big the win was.'),
    archived: Type.Optional(flag('Left out of player and club listings.')),
    club: keyOrNull('Slug of the club a casual battle was logged for.'),
    sides: Type.Unsafe<[Static<typeof sideSchema>, Static<typeof sideSchema>]>({
      ...Type.Array(sideSchema, { minItems: 2, maxItems: 2 }),
      description: 'Exactly two.',
    }),
  },
  `A battle with its two sides. ${KEEPS}`,
  when(
    given('tournament'),
    {
      allOf: [keeps('stage', 'string'), isNull('club')],
      properties: { sides: { items: { allOf: [keeps('entry', 'integer'), isNull('playerId', 'name')] } } },
    },
    when(
      givenNull('tournament'),
      {
        properties: { stage: { type: 'null' }, sides: { items: { allOf: [isNull('entry'), NAMED_PLAYER] } } },
      },
      {},
    ),
  ),
);

export type BattleRecord = Static<typeof Battle>;
export type SideRecord = Static<typeof sideSchema>;
export type RoundRecord = Static<typeof Round>;
