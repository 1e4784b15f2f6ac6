// Topics that an operation's answer depends on, derived once from its document. A topic is a string that database
// triggers report, such as `club:northern-legion`; a remembered answer is dropped when one of its topics is reported. What is reached from a root through the
// fields in OWNED_FIELDS is part of that root and covered by its topic, which the triggers report (see the migration of the
// change feed). Everything else depends on the topics of its kind.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Aggregate, OWNED_FIELDS, RATED } from '../builder/ownership.js';
import { createOnce, fieldsOf, fragmentsOf, objectTypesOf } from '../document/selections.js';
import { candidateKeys } from '../read/global-id.js';

type Variables = Record<string, unknown>;

const TYPES = { tournament: 'Tournament', club: 'Club', player: 'Player', battle: 'Battle' } as const;

/** Root fields that lead to one thing by an argument, or to parts of it. */
const ROOTS: Record<string, Record<string, Aggregate>> = {
  tournament: { slug: 'tournament' },
  standings: { tournament: 'tournament' },
  club: { slug: 'club' },
  player: { id: 'player' },
  battle: { id: 'battle' },
  battles: { tournament: 'tournament', club: 'club', player: 'player' },
  participants: { tournament: 'tournament' },
};

const PAGE = ['first', 'after', 'last', 'before'];

/** Root fields whose answer depends on whether the parent exists, but is not part of it. */
const RELATED: Record<string, Record<string, Aggregate>> = {
  participants: { player: 'player' },
};

/** Listings filtered by values in other tables, which have their own topic; arguments in `unless` use none. */
const TOPIC_OF_FILTERS: Record<string, { topic: string; unless: readonly string[] }> = {
  tournaments: { topic: 'facets:tournament', unless: ['club', 'from', 'to', 'status', ...PAGE] },
  clubs: { topic: 'facets:club', unless: ['orderBy', ...PAGE] },
  players: { topic: 'facets:player', unless: PAGE },
  ratings: { topic: 'facets:player', unless: PAGE },
};

/** Arguments that are looked up in other data, with its topic: a faction slug stands for all its spellings. */
const LOOKED_UP_ARGUMENTS: Record<string, Record<string, string>> = {
  tournaments: { factionSlug: 'factions', club: 'clubs' },
  players: { club: 'clubs' },
  ratings: { club: 'clubs' },
};

/** Statistics narrowed by these arguments have their own topics, so that a result elsewhere does not drop them. */
const STATISTICS_ARGUMENTS = { club: 'club', battlePack: 'pack', country: 'country' } as const;

function statisticsTopics(args: Variables): string[] {
  const isRated = args.minRating != null || args.maxRating != null;
  return [statisticsTopic(args), ...(isRated ? ['ratings'] : [])];
}

/** Topics hold folded values. Only the database can fold accents, so a value beyond ASCII is skipped. */
function statisticsTopic(args: Variables): string {
  for (const [argument, name] of Object.entries(STATISTICS_ARGUMENTS)) {
    const value = args[argument];
    if (typeof value !== 'string') continue;
    if (name === 'club') return `statistics:club ${value}`;
    if (/^[ -~]*$/.test(value)) return `statistics:${name} ${value.toLowerCase()}`;
  }
  return 'statistics';
}

/** Topics of what the pages of each kind are about, and of whether it is visible. */
const SITEMAP_TOPICS: Record<string, string[]> = {
  tournament: ['tournaments'],
  club: ['clubs'],
  player: ['players'],
  battle: ['battles', 'tournaments'],
  faction: ['factions', 'tournaments'],
};

/** Listings whose order is stored apart from what they list, with its topic. */
const TOPIC_OF_ORDER: Record<string, string> = { ratings: 'ratings' };

/** Fields whose value is stored apart, with its topic. The topic of `unless` covers them when they are part of it. */
const STORED_APART: Record<string, { topic: string; unless?: Aggregate }> = {
  'FactionStatistics.aboveExpectation': { topic: 'ratings', unless: 'player' },
  'Matchup.aboveExpectation': { topic: 'ratings', unless: 'player' },
  'Participant.place': { topic: 'places', unless: 'tournament' },
  'RatingMethod.upToDate': { topic: 'ratings:stale' },
  'Player.battleCount': { topic: 'facets:player', unless: 'player' },
};

/** Reported instead of `rating:PLAYER`, the topic of the fields in RATED, when many ratings have changed. */
const RATINGS_OF_MANY = 'ratings:many';

/** Topics that an object of each type depends on when it is not part of something whose topic is known. */
const KINDS: Record<string, string[]> = {
  Tournament: ['tournaments'],
  TournamentConnection: ['tournaments'],
  TournamentEdge: ['tournaments'],
  TournamentOrganizer: ['tournaments'],
  Stage: ['tournaments'],
  Participant: ['tournaments'],
  ParticipantConnection: ['tournaments'],
  ParticipantEdge: ['tournaments'],
  Board: ['tournaments', 'battles'],
  BoardRow: ['tournaments', 'battles'],
  RoundRanks: ['tournaments', 'battles'],
  Bracket: ['tournaments', 'battles'],
  BracketMatch: ['tournaments', 'battles'],
  MatchPlayer: ['tournaments', 'battles'],
  MatchPlace: ['tournaments', 'battles'],
  Battle: ['battles'],
  BattleConnection: ['battles'],
  BattleEdge: ['battles'],
  BattlePlayer: ['battles'],
  GrandStrategy: ['battles'],
  PlayerRound: ['battles'],
  OpponentRecord: ['battles'],
  /** Covered by what has it: a participant, or a player of a battle. */
  ArmyList: [],
  Club: ['clubs'],
  ClubConnection: ['clubs'],
  ClubEdge: ['clubs'],
  Player: ['players'],
  PlayerConnection: ['players'],
  PlayerEdge: ['players'],
  Rating: ['ratings'],
  RatingWeek: ['ratings'],
  RatingWeekConnection: ['ratings'],
  RatingWeekEdge: ['ratings'],
  RatingMethod: ['ratings'],
  RatingPrediction: ['ratings'],
  /** Covered by its connection. */
  PageInfo: [],
  Location: ['tournaments', 'clubs'],
  Faction: ['factions'],
  FactionConnection: ['factions'],
  FactionEdge: ['factions'],
  /** These depend on arguments (see statisticsTopics). */
  Statistics: [],
  FactionStatistics: [],
  MonthStatistics: [],
  Matchup: [],
  Estimate: [],
  Interval: [],
  Changes: ['tournaments', 'clubs', 'players', 'battles', 'facets:player'],
  Change: [],
  SitemapStart: ['tournaments', 'clubs', 'players', 'battles', 'factions'],
  /** Depends on an argument (see OF_SITEMAP). */
  SitemapPart: [],
  SearchConnection: ['search'],
  SearchEdge: ['search'],
};

export function createTopics(schema: GraphQLSchema, document: DocumentNode): (variables: Variables) => string[] {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const lookup = { schema, fragments: fragmentsOf(document) };
  const once = createOnce<void>();
  const kinds = new Set<string>();
  const wholes: ((variables: Variables) => string[])[] = [];
  let isRated = false;

  /** `whole` is what the objects are part of, or null. */
  function walk(type: GraphQLObjectType, sets: SelectionSetNode[], whole: Aggregate | null): void {
    for (const { field, nodes, sets: within } of fieldsOf(sets, type, lookup)) {
      const [node] = nodes;
      const name = `${type.name}.${field.name}`;
      const kept = STORED_APART[name];
      if (kept && kept.unless !== whole) kinds.add(kept.topic);
      if (!node || within.length === 0) continue;
      const isRoot = type === schema.getQueryType();
      if (whole === 'player' && RATED.includes(name)) isRated = true;
      const ordered = isRoot ? TOPIC_OF_ORDER[field.name] : undefined;
      if (ordered) kinds.add(ordered);
      const filtered = isRoot ? TOPIC_OF_FILTERS[field.name] : undefined;
      if (filtered && hasOther(node, filtered.unless)) kinds.add(filtered.topic);
      const called = isRoot ? LOOKED_UP_ARGUMENTS[field.name] : undefined;
      for (const { name: argument } of (called && node.arguments) ?? []) {
        const topic = called?.[argument.value];
        if (topic !== undefined) kinds.add(topic);
      }
      if (isRoot && field.name === 'statistics')
        wholes.push((variables) => statisticsTopics(getArgumentValues(field, node, variables)));
      if (isRoot && field.name === 'sitemapPart')
        wholes.push((variables) => SITEMAP_TOPICS[String(getArgumentValues(field, node, variables).kind)] ?? []);
      const roots = isRoot ? keysIn(ROOTS[field.name], node) : [];
      const named = isRoot ? [...roots, ...keysIn(RELATED[field.name], node)] : [];
      if (named.length > 0) wholes.push((variables) => topicsOf(named, getArgumentValues(field, node, variables)));
      // With several such arguments, variables decide which is given, so the objects are part of none.
      const [root] = roots.length === 1 ? roots : [];
      const partOf = root?.whole ?? (whole && OWNED_FIELDS[whole].has(name) ? whole : null);
      for (const each of objectTypesOf(getNamedType(field.type), schema)) {
        if (partOf === null) for (const kind of kindsOf(each)) kinds.add(kind);
        once(within, [each, partOf], () => walk(each, within, partOf));
      }
    }
  }

  const query = schema.getQueryType();
  if (operation && query) walk(query, [operation.selectionSet], null);
  return (variables) => {
    const topics = [...kinds, ...wholes.flatMap((each) => each(variables))];
    return isRated ? [...topics, RATINGS_OF_MANY, ...topics.flatMap(ratingTopics)] : topics;
  };
}

const ratingTopics = (topic: string): string[] =>
  topic.startsWith('player:') ? [topic.replace('player', 'rating')] : [];

const hasOther = ({ arguments: given = [] }: FieldNode, than: readonly string[]): boolean =>
  given.some(({ name }) => !than.includes(name.value));

type NamedBy = { whole: Aggregate; key: string };

function keysIn(roots: Record<string, Aggregate> = {}, { arguments: given = [] }: FieldNode): NamedBy[] {
  return given.flatMap(({ name: { value: key } }) => {
    const whole = roots[key];
    return whole ? [{ whole, key }] : [];
  });
}

function topicsOf(named: NamedBy[], values: Variables): string[] {
  return named
    .filter(({ key }) => values[key] != null)
    .flatMap(({ whole, key }) => candidateKeys(TYPES[whole], String(values[key])).map((each) => `${whole}:${each}`));
}

export function kindsOf(type: GraphQLObjectType): string[] {
  const kinds = KINDS[type.name];
  if (!kinds) throw new Error(`KINDS in graphql/run/topics.ts lacks what ${type.name} depends on`);
  return kinds;
}
