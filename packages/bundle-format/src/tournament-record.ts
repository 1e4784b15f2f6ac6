import Type, { type Static } from 'typebox';
import { listOrNull } from './army-list-record.js';
import {
  count,
  countOrNull,
  dayOrNull,
  flag,
  given,
  isNull,
  key,
  keyOrNull,
  name,
  nameOrNull,
  needs,
  object,
  oneOf,
  orNull,
  STAGE_ID_PATTERN,
  short,
  shortOrNull,
  text,
  when,
} from './field-schema.js';
import { provenanceOrNull } from './provenance-record.js';
import { teamFields } from './team-record.js';
import { TIE_BREAKERS, type TieBreaker } from './tie-breaker.js';
import { unplayed } from './unplayed-record.js';

export const LISTS_FROM_PATTERN = '^(never|(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)$';

const NAMED_OR_LINKED = when(given('playerId'), {}, needs('name', 'string'));

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
    team: nameOrNull('Name of the team the participant plays for, one of the teams of this tournament.'),
    dropped: Type.Optional(flag('No longer taking part.')),
    finalPlacement: countOrNull('Final place, 1 = winner. Only once the tournament has finished.', 1),
    list: listOrNull('Submitted army list.'),
    unplayed,
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

export const Tournament = object(
  {
    type: Type.Literal('tournament'),
    slug: key('Short name used in the tournament web address.'),
    name: name('Tournament name.'),
    published: flag('Only published tournaments are exposed.'),
    status: oneOf(['planned', 'ongoing', 'finished'], 'Status of the tournament.'),
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
    listsFrom: orNull<string>(
      'string',
      'Moment in UTC from which army lists are shown, such as 2026-11-20T18:00:00Z, or "never" until another is set. ' +
        'Null or a moment that has come: they are shown. Left out: as before, and shown if the tournament is new.',
      { pattern: LISTS_FROM_PATTERN },
    ),
    provenance: provenanceOrNull,
    organizers: Type.Optional(Type.Array(key('Public player id.'), { description: 'The people running it.' })),
    stages: Type.Optional(Type.Array(Stage, { description: 'In the order they run.' })),
    ...teamFields,
    participants: Type.Optional(Type.Array(Participant)),
    bracketMatches: Type.Optional(Type.Array(BracketMatch)),
  },
  'A tournament with all that belongs to it. It replaces what the database holds of it, battles excepted.',
);

export type TournamentRecord = Static<typeof Tournament>;
export type StageRecord = Static<typeof Stage>;
export type ParticipantRecord = Static<typeof Participant>;
export type BracketMatchRecord = Static<typeof BracketMatch>;
