import { readFile } from 'node:fs/promises';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';

test('schema.graphql is the schema as the code has it (npm run schema writes it)', async () => {
  const file = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  expect(file).toBe(`${printSchema(schema)}\n`);
});

test('the service is read-only: there is nothing but queries, and what follows them', () => {
  expect(schema.getMutationType()).toBeUndefined();
  const query = schema.getQueryType()?.getFields() ?? {};
  const followed = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
  expect(followed.length).toBeGreaterThan(0);
  for (const { name, type, args } of followed) {
    expect([type, args]).toStrictEqual([query[name]?.type, query[name]?.args]);
  }
});

const ownTypes = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

test('the values of enums are their names: compiled operations show them as they are', () => {
  const values = ownTypes.filter(isEnumType).flatMap((type) => type.getValues());
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter(({ name, value }) => value !== name)).toStrictEqual([]);
});

describe('every type, field, argument and enum value has a description', () => {
  test.each(ownTypes.map((type) => [type.name, type] as const))('%s', (_, type) => {
    expect(describable(type).filter(({ description }) => !description?.trim())).toStrictEqual([]);
  });
});

type Described = { name: string; description: string | null | undefined };

function describable(type: GraphQLNamedType): Described[] {
  const described = ({ name, description }: Described) => ({ name, description });
  if (isEnumType(type)) return [type, ...type.getValues()].map(described);
  if (isInputObjectType(type)) return [type, ...Object.values(type.getFields())].map(described);
  if (!isObjectType(type) && !isInterfaceType(type)) return [described(type)];
  const fields = Object.values(type.getFields());
  return [type, ...fields, ...fields.flatMap(({ args }) => args)].map(described);
}

/** Each field of a resource in the specification, with its place and type in the schema. */
const SPECIFICATION: Record<string, Record<string, string>> = {
  Tournament: {
    slug: 'slug: String!',
    name: 'name: String!',
    status: 'status: TournamentStatus!',
    startDate: 'startDate: Date',
    endDate: 'endDate: Date',
    description: 'description: String!',
    city: 'city: String',
    country: 'country: String',
    players: 'playerCount: Int!',
    rounds: 'rounds: Int!',
    battleSize: 'battleSize: Int!',
    battlePack: 'battlePack: String',
    organizer: 'organizerSlug: String',
    tournamentOrganizers: 'tournamentOrganizers: [TournamentOrganizer!]!',
    stages: 'stages: [Stage!]!',
    url: 'url: String!',
  },
  TournamentOrganizer: { name: 'name: String!', playerId: 'playerId: ID!' },
  Stage: {
    id: 'stageId: String!',
    name: 'name: String!',
    type: 'type: StageType!',
    rounds: 'rounds: Int',
    players: 'players: Int',
  },
  Board: { stage: 'stage: Stage!', data: 'rows: [BoardRow!]!' },
  Bracket: { stage: 'stage: Stage!', data: 'matches: [BracketMatch!]!' },
  BoardRow: {
    rank: 'rank: Int',
    group: 'group: String',
    player: 'name: String',
    playerId: 'playerId: String',
    faction: 'faction: String',
    battlePoints: 'battlePoints: Float!',
    wins: 'wins: Int!',
    draws: 'draws: Int!',
    losses: 'losses: Int!',
    victoryPoints: 'victoryPoints: Int!',
    victoryPointsDiff: 'victoryPointsDiff: Int!',
  },
  BracketMatch: {
    round: 'round: String!',
    table: 'table: Int!',
    players: 'playerNames: [String!]!',
    winner: 'winnerName: String',
    battle: 'battleId: String',
  },
  Participant: {
    player: 'name: String!',
    playerId: 'playerId: String',
    club: 'clubSlug: String',
    group: 'group: String',
    dropped: 'dropped: Boolean!',
    finalPlacement: 'finalPlacement: Int',
    list: 'list: ArmyList',
  },
  ArmyList: {
    faction: 'faction: String!',
    subFaction: 'subFaction: String!',
    points: 'points: Int!',
    battleTacticCards: 'battleTacticCards: [String!]!',
    text: 'text: String!',
  },
  Club: {
    slug: 'slug: String!',
    name: 'name: String!',
    description: 'description: String!',
    city: 'city: String',
    country: 'country: String',
    members: 'members: Int!',
    website: 'website: String',
    url: 'url: String!',
  },
  Battle: {
    id: 'battleId: ID!',
    date: 'date: Date',
    tournament: 'tournamentSlug: String',
    stage: 'stageId: String',
    round: 'round: Int',
    scenario: 'scenario: String',
    battlePack: 'battlePack: String',
    battleSize: 'battleSize: Int!',
    winner: 'winnerName: String',
    victorySize: 'victorySize: VictorySize',
    players: 'players: [BattlePlayer!]!',
    url: 'url: String!',
  },
  BattlePlayer: {
    player: 'name: String!',
    playerId: 'playerId: String',
    faction: 'faction: String',
    subFaction: 'subFaction: String',
    outcome: 'outcome: Outcome',
    battlePoints: 'battlePoints: Float',
    victoryPoints: 'victoryPoints: Int',
    objectivePoints: 'objectivePoints: Int',
    battleTacticsScored: 'battleTacticsScored: Int',
    'grandStrategy, grandStrategyScored': 'grandStrategy: GrandStrategy',
    drops: 'drops: Int',
    role: 'role: Role',
    metrics: 'metrics: Metrics!',
    list: 'list: ArmyList',
    rounds: 'rounds: [PlayerRound!]!',
  },
  GrandStrategy: { grandStrategy: 'picked: String', grandStrategyScored: 'scored: Boolean!' },
  PlayerRound: {
    round: 'round: Int!',
    victoryPoints: 'victoryPoints: Int!',
    objectivePoints: 'objectivePoints: Int!',
    objectives: 'objectives: [String!]!',
    battleTactic: 'battleTactic: String',
    battleTacticScored: 'battleTacticScored: Boolean!',
    priority: 'priority: Boolean!',
  },
};

/** The relations that a website follows, and the root fields. */
const RELATIONS: Record<string, string[]> = {
  Query: [
    'tournaments: TournamentConnection!',
    'tournament: Tournament',
    'club: Club',
    'clubs: ClubConnection!',
    'player: Player',
    'battle: Battle',
    'standings: Standings',
  ],
  Tournament: [
    'organizer: Club',
    'tournamentOrganizers: [TournamentOrganizer!]!',
    'stages: [Stage!]!',
    'standings: Standings',
    'participants: ParticipantConnection!',
    'battles: BattleConnection!',
  ],
  Club: ['tournaments: TournamentConnection!', 'battles: BattleConnection!'],
  Player: ['battles: BattleConnection!', 'participations: ParticipantConnection!'],
  Battle: ['tournament: Tournament', 'stage: Stage', 'players: [BattlePlayer!]!', 'winner: BattlePlayer'],
  OpponentRecord: ['player: Player!'],
  BattlePlayer: ['player: Player', 'knownFaction: Faction', 'list: ArmyList', 'rounds: [PlayerRound!]!'],
  BracketMatch: ['players: [MatchPlayer!]!', 'winner: MatchPlayer', 'battle: Battle'],
  Participant: ['player: Player', 'club: Club', 'boardRow: BoardRow'],
};

function fieldsOf(name: string): string[] {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`) : [];
}

describe('no field of the specification is missing, nor any relation, each with its exact nullability', () => {
  test.each(Object.entries(SPECIFICATION))('%s', (name, fields) => {
    expect(fieldsOf(name)).toStrictEqual(expect.arrayContaining(Object.values(fields)));
  });
  test.each(Object.entries(RELATIONS))('from %s', (name, fields) => {
    expect(fieldsOf(name)).toStrictEqual(expect.arrayContaining(fields));
  });
});

test.each([
  ['TournamentStatus', ['planned', 'ongoing', 'finished']],
  ['StageType', ['board', 'bracket']],
  ['Outcome', ['win', 'loss', 'draw']],
  ['Role', ['attacker', 'defender']],
  ['VictorySize', ['major', 'minor']],
])('%s has the values of the specification and no others', (name, values) => {
  const type = schema.getType(name);
  expect(
    isEnumType(type) &&
      type
        .getValues()
        .map((value) => value.name)
        .sort(),
  ).toStrictEqual(values.sort());
});
