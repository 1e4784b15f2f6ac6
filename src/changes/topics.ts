// Which topics an operation's answer is made of, worked out from its document once. What is reached from a root by the
// edges of its table is part of that root, and so of its topic: whoever writes tells it (see the migration of the change
// feed). Everything else depends on any of its kind.
import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { createOnce, fieldsOf, fragmentsOf, objectTypesOf } from '../selections.js';

type Variables = Record<string, unknown>;
type Whole = 'tournament' | 'club' | 'player' | 'battle';

/** Roots that lead to one thing, by which argument. */
const ROOTS: Record<string, { whole: Whole; key: string }> = {
  tournament: { whole: 'tournament', key: 'slug' },
  standings: { whole: 'tournament', key: 'tournament' },
  club: { whole: 'club', key: 'slug' },
  player: { whole: 'player', key: 'id' },
  battle: { whole: 'battle', key: 'id' },
};

const BATTLE = [
  'Battle.players',
  'BattlePlayer.grandStrategy',
  'BattlePlayer.list',
  'BattlePlayer.rounds',
  'BattleConnection.nodes',
];

const PARTS: Record<Whole, ReadonlySet<string>> = {
  battle: new Set(BATTLE),
  player: new Set([...BATTLE, 'Player.battles', 'Player.opponents']),
  club: new Set([...BATTLE, 'Club.battles']),
  tournament: new Set([
    ...BATTLE,
    'Tournament.stages',
    'Tournament.tournamentOrganizers',
    'Tournament.standings',
    'Tournament.winner',
    'Tournament.participants',
    'Tournament.battles',
    'Stage.standings',
    'Board.stage',
    'Board.rows',
    'BoardRow.participant',
    'Bracket.stage',
    'Bracket.matches',
    'BracketMatch.players',
    'BracketMatch.winner',
    'BracketMatch.battle',
    'MatchPlayer.participant',
    'ParticipantConnection.nodes',
    'Participant.list',
    'Participant.boardRow',
    'Participant.tournament',
    'Battle.stage',
    'Battle.tournament',
    'BattlePlayer.participant',
  ]),
};

/** Whether what the field leads to belongs to the same tournament as what it is a field of. */
export const isPartOfTournament = (type: { name: string }, field: { name: string }): boolean =>
  PARTS.tournament.has(`${type.name}.${field.name}`);

/** What any object of a type depends on, when it is not part of something whose topic is known. */
const KINDS: Record<string, string[]> = {
  Tournament: ['tournaments'],
  TournamentConnection: ['tournaments'],
  TournamentOrganizer: ['tournaments'],
  Stage: ['tournaments'],
  Participant: ['tournaments'],
  ParticipantConnection: ['tournaments'],
  Board: ['tournaments', 'battles'],
  BoardRow: ['tournaments', 'battles'],
  Bracket: ['tournaments', 'battles'],
  BracketMatch: ['tournaments', 'battles'],
  MatchPlayer: ['tournaments', 'battles'],
  Battle: ['battles'],
  BattleConnection: ['battles'],
  BattlePlayer: ['battles'],
  GrandStrategy: ['battles'],
  PlayerRound: ['battles'],
  OpponentRecord: ['battles'],
  ArmyList: ['tournaments', 'battles'],
  Club: ['clubs'],
  ClubConnection: ['clubs'],
  Player: ['players'],
};

export function createTopics(schema: GraphQLSchema, document: DocumentNode): (variables: Variables) => string[] {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const lookup = { schema, fragments: fragmentsOf(document) };
  const once = createOnce<void>();
  const kinds = new Set<string>();
  const wholes: ((variables: Variables) => string)[] = [];

  /** `whole` is what the objects are part of, or null. */
  function walk(type: GraphQLObjectType, sets: SelectionSetNode[], whole: Whole | null): void {
    for (const { field, nodes, sets: within } of fieldsOf(sets, type, lookup)) {
      const [node] = nodes;
      if (!node || within.length === 0) continue;
      const root = type === schema.getQueryType() ? ROOTS[field.name] : undefined;
      if (root) wholes.push((variables) => topicOf(root, getArgumentValues(field, node, variables)));
      const partOf = root?.whole ?? (whole && PARTS[whole].has(`${type.name}.${field.name}`) ? whole : null);
      for (const each of objectTypesOf(getNamedType(field.type), schema)) {
        if (partOf === null) for (const kind of kindsOf(each)) kinds.add(kind);
        once(within, [each, partOf], () => walk(each, within, partOf));
      }
    }
  }

  const query = schema.getQueryType();
  if (operation && query) walk(query, [operation.selectionSet], null);
  return (variables) => [...kinds, ...wholes.map((topic) => topic(variables))];
}

function topicOf({ whole, key }: { whole: Whole; key: string }, values: Variables): string {
  return `${whole}:${values[key]}`;
}

export function kindsOf(type: GraphQLObjectType): string[] {
  const kinds = KINDS[type.name];
  if (!kinds) throw new Error(`Nobody has said what ${type.name} depends on: see KINDS in changes/topics.ts`);
  return kinds;
}
