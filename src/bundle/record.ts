// The format of a bundle: JSON Lines, one of these records per line. The JSON Schema built here is the one that is
// published, validates every line and defines the types. Rules that span several fields are in record-rules.ts.
import Type, { type Static } from 'typebox';
import { POINTS_DECIMALS, POINTS_MAX } from '../standings/points.js';
import { TIE_BREAKERS, type TieBreaker } from '../standings/tie-breaker.js';
import {
  ADDRESS_CHARACTERS_MAX,
  count,
  countOrNull,
  DECIMAL_MAX,
  dayOrNull,
  flag,
  given,
  givenNull,
  isNull,
  keeps,
  key,
  keyOrNull,
  name,
  nameOrNull,
  nameRules,
  needs,
  object,
  oneOf,
  oneOfOrNull,
  orNull,
  SCORE_MAX,
  STAGE_ID_PATTERN,
  score,
  short,
  shortOrNull,
  text,
  when,
} from './field-schema.js';

/** A line may correct a record of which the database has more. */
const KEEPS = 'What is left out stays as the database has it; null empties a field.';
/** Of a side, of which the one or the other may be kept. */
const NAMED_PLAYER = { not: givenNull('playerId', 'name') };
const NAMED_OR_LINKED = when(given('playerId'), {}, needs('name', 'string'));

const ArmyList = object(
  {
    faction: Type.Optional(short('Faction.')),
    subFaction: Type.Optional(short('Battle formation.')),
    points: Type.Optional(count('Points of the army.')),
    battleTacticCards: Type.Optional(Type.Array(short())),
    text: Type.Optional(text('Full list text, may contain line breaks.')),
  },
  'An army list. What is left out is empty or 0.',
);
const listOrNull = (description: string) =>
  Type.Optional(Type.Unsafe<Static<typeof ArmyList> | null>({ ...ArmyList, type: ['object', 'null'], description }));

const Club = object(
  {
    type: Type.Literal('club'),
    slug: key('Short name used in the club web address.'),
    name: name('Club name.'),
    description: Type.Optional(text('Plain text description written by the club.')),
    city: shortOrNull('Town or city.'),
    country: shortOrNull('Country name.'),
    members: Type.Optional(count('Number of members.')),
    website: orNull<string>('string', "The club's own website.", { maxLength: ADDRESS_CHARACTERS_MAX }),
  },
  `A club. ${KEEPS}`,
);

const Player = object(
  {
    type: Type.Literal('player'),
    id: key('Public player id.'),
    name: nameOrNull('Display name. Needed unless the player has been removed.'),
    removed: Type.Optional(flag('A removed player loses name and id in every answer, and the text of army lists.')),
  },
  `A player with a public id. ${KEEPS} "removed" is not kept: it has to be repeated.`,
  when({ properties: { removed: { const: true } }, required: ['removed'] }, {}, keeps('name', 'string')),
);

const BattlePack = object(
  {
    type: Type.Literal('battlePack'),
    name: name('Name of the battle pack.'),
    scoresObjectives: Type.Optional(flag('Battle players carry objectivePoints.')),
    usesBattleTactics: Type.Optional(flag('Battle players carry battleTacticsScored.')),
    usesGrandStrategies: Type.Optional(flag('Battle players carry grandStrategy and grandStrategyScored.')),
  },
  'A battle pack and what it scores.',
);

const Faction = object(
  {
    type: Type.Literal('faction'),
    slug: key('Short name used in the faction web address.'),
    name: name('Faction name.'),
    aliases: Type.Optional(Type.Array(name('Another name.'), { description: 'Other names under which it is played.' })),
  },
  'A faction as it is to be called. Those that no record brings are seen in what was played.',
);

export const BOARD_STAGES: readonly string[] = ['standings', 'swiss', 'placement-swiss'];
const hasId = (...ids: readonly string[]) => ({ properties: { id: { enum: ids } }, required: ['id'] });
const hasType = (type: 'board' | 'bracket') => ({ properties: { type: { const: type } } });

const Stage = object(
  {
    id: Type.String({
      pattern: STAGE_ID_PATTERN,
      description: 'Stage id: standings, swiss, knockout, placement-swiss, placement-3, placement-5-8 and so on.',
    }),
    name: name('The label the organiser sees on the tab.'),
    type: oneOf(['board', 'bracket'], 'Board for standings, swiss and placement-swiss; bracket for the others.'),
    rounds: countOrNull('Number of rounds; null on the final standings only.', 1, 99),
    players: countOrNull('How many players the knockout takes; null on every other stage.', 2),
  },
  'A stage.',
  when(hasId('knockout'), needs('players', 'integer'), isNull('players')),
  when(hasId('standings'), isNull('rounds'), needs('rounds', 'integer')),
  when(hasId(...BOARD_STAGES), hasType('board'), hasType('bracket')),
);

const Participant = object(
  {
    entry: count("The organiser's number for this sign-up, unique in the tournament.", 1, 999_999),
    playerId: keyOrNull('Public player id, when the player has one.'),
    name: nameOrNull('Display name; needed without a playerId, and taken from the player with one.'),
    club: keyOrNull('Slug of the club the player represents.'),
    group: nameOrNull('Group placement, such as "Group A". Only in a tournament set up with groups.'),
    dropped: Type.Optional(flag('No longer taking part.')),
    finalPlacement: countOrNull('Final place, 1 = winner. Only once the tournament has finished.', 1),
    list: listOrNull('Submitted army list.'),
  },
  'A player signed up.',
  NAMED_OR_LINKED,
);

const BracketMatch = object(
  {
    stage: short('Id of a bracket stage of this tournament.'),
    roundNumber: count('Place of the round in the bracket, 1 = earliest.', 1, 99),
    round: name('Name of the bracket round.'),
    table: count('Table number.', 1),
    players: Type.Unsafe<number[]>({
      type: 'array',
      items: { type: 'integer' },
      description: 'Entries of the two participants; empty while the match waits on an earlier result.',
    }),
    winner: countOrNull('Entry of the participant who went through.', 1),
    battle: keyOrNull('Id of the battle, when one was recorded.'),
  },
  'A match of a bracket.',
);

const Tournament = object(
  {
    type: Type.Literal('tournament'),
    slug: key('Short name used in the tournament web address.'),
    name: name('Tournament name.'),
    published: flag('Only published tournaments are exposed.'),
    status: oneOf(['planned', 'ongoing', 'finished'], 'Where the tournament has got to.'),
    startDate: dayOrNull('First day, local date at the venue.'),
    endDate: dayOrNull('Last day, local date at the venue.'),
    description: Type.Optional(text("Organiser's description, plain text.")),
    city: shortOrNull('Town or city.'),
    country: shortOrNull('Country name.'),
    battleSize: count('Points limit per army.', 1),
    battlePack: shortOrNull('Name of the battle pack used.'),
    club: keyOrNull('Slug of the club running the tournament.'),
    tieBreakers: Type.Optional(
      Type.Unsafe<TieBreaker[]>({
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { enum: TIE_BREAKERS },
        description: 'What boards are ranked by, in order. Left out: the first four.',
      }),
    ),
    groups: Type.Optional(flag('Set up with groups.')),
    organizers: Type.Optional(Type.Array(key('Public player id.'), { description: 'The people running it.' })),
    stages: Type.Optional(Type.Array(Stage, { description: 'In the order they run.' })),
    participants: Type.Optional(Type.Array(Participant)),
    bracketMatches: Type.Optional(Type.Array(BracketMatch)),
  },
  'A tournament with all that belongs to it. It replaces what the database holds of it, battles excepted.',
);

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

const Battle = object(
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

/** Schema of each record type, in the order of an export. */
export const recordSchemas = {
  club: Club,
  player: Player,
  battlePack: BattlePack,
  faction: Faction,
  tournament: Tournament,
  battle: Battle,
};

export type RecordType = keyof typeof recordSchemas;
export type ClubRecord = Static<typeof Club>;
export type PlayerRecord = Static<typeof Player>;
export type BattlePackRecord = Static<typeof BattlePack>;
export type FactionRecord = Static<typeof Faction>;
export type TournamentRecord = Static<typeof Tournament>;
export type StageRecord = Static<typeof Stage>;
export type ParticipantRecord = Static<typeof Participant>;
export type BracketMatchRecord = Static<typeof BracketMatch>;
export type BattleRecord = Static<typeof Battle>;
export type SideRecord = Static<typeof sideSchema>;
export type RoundRecord = Static<typeof Round>;
export type ArmyListRecord = Static<typeof ArmyList>;
export type BundleRecord =
  | ClubRecord
  | PlayerRecord
  | BattlePackRecord
  | FactionRecord
  | TournamentRecord
  | BattleRecord;

/** JSON Schema of one line, for authors of bundles. */
export const bundleSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of a battle results bundle',
  description: 'A bundle is JSON Lines: one of these records a line, in any order.',
  oneOf: Object.values(recordSchemas),
};
