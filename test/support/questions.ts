// Operations that can be remembered, with variables for a small world: all of our own, and documents of callers that
// lead from noun to noun.
import { type DocumentNode, Kind, parse } from 'graphql';
import { globalId } from '../../src/graphql/read/global-id.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { readSiteOperations } from '../../src/site/site-operations.js';

export type Question = { name: string; document: DocumentNode; variables: Record<string, unknown> };

const TOURNAMENTS = [{ slug: 't-1' }, { slug: 't-2' }];
const CLUBS = [{ slug: 'c-1' }, { slug: 'c-2' }];

/** Variables by the beginning of the operation's name; the longest that fits counts. */
const VARIABLES: Record<string, object[]> = {
  '': [{}],
  Battle: [{ id: 'b-1' }, { id: 'b-4' }],
  Changes: [{}, { kind: ['player'], limit: 2 }],
  Club: CLUBS,
  ClubPage: CLUBS.map((club) => ({ ...club, first: 3 })),
  Clubs: [{}, { q: 'a', text: 'a', city: 'ann 1', orderBy: 'largest' }],
  FactionPage: [{ slug: 'f-1' }],
  FactionStatistics: [{}, { country: 'Norway', minRating: 1000 }],
  FactionsPage: [{ club: 'c-1', battlePack: 'Plain Pack' }],
  OpponentsPage: [{ id: 'p-1' }],
  PairingPage: [{ slug: 'f-1', opponent: 'f-2' }],
  Participants: TOURNAMENTS,
  Player: ['p-1', 'p-2'].map((id) => ({ id, publicId: id })),
  PlayersPage: [{}, { club: 'c-2', faction: 'f 1', orderBy: 'busiest', minBattles: 1 }],
  Ratings: [{}, { club: 'c-1', provisional: true }],
  Search: ['a', 'ann lee', 'straße'].flatMap((text) => [{ text, q: text }]),
  SitemapPart: ['tournament', 'club', 'player', 'battle', 'faction'].map((kind) => ({ kind, start: '' })),
  StagePage: TOURNAMENTS.flatMap((of) => ['swiss', 'knockout', 'standings'].map((stage) => ({ ...of, stage }))),
  TeamsPage: TOURNAMENTS,
  Tournament: TOURNAMENTS,
  Tournaments: [
    {},
    { status: 'finished', limit: 1 },
    {
      text: 'a',
      club: 'c-1',
      faction: 'f 1',
      factionSlug: 'f-1',
      country: 'Norway',
      orderBy: 'largest',
      minPlayers: 1,
    },
  ],
};

const BATTLE = 'battleId date winnerName players { name faction knownFaction { name } player { name battleCount } }';
const ENTRY = 'name playerId faction place club { name } team { name club { name } } tournament { name status }';
const DOCUMENTS = [
  `{ players(orderBy: busiest, first: 2) { totalCount nodes { name battleCount rating { value } participations(first: 1) {
    nodes { ${ENTRY} } totalCount } } } }`,
  `{ ratings(provisional: true) { nodes { name rating { value place } } totalCount } ratingMethod { upToDate } }`,
  `{ player(id: "p-1") { battles(first: 2) { totalCount nodes { ${BATTLE} provenance { source } stage { name } tournament {
    name organizer { name } winner { name } } } } participations(last: 1) { nodes { ${ENTRY} } } ratingHistory { nodes { week } } } }`,
  `{ club(slug: "c-1") { tournaments(first: 1) { totalCount nodes { name playerCount rounds tournamentOrganizers { name
    player { battleCount } } teams { name participants { ${ENTRY} } } stages { name } } } battles(first: 1) { totalCount
    nodes { ${BATTLE} } } } }`,
  `{ tournaments(first: 3, orderBy: largest) { nodes { slug playerCount winner { name faction player { name } participant { ${ENTRY} } }
    participants(first: 2) { nodes { ${ENTRY} boardRow { rank } player { opponents { name wins } } } } } } }`,
  `{ tournament(slug: "t-1") { battles(club: "c-2", player: "p-1") { nodes { ${BATTLE} } } teamMatches { sides { name team {
    club { name } } } battles { ${BATTLE} } } stages { standings { ... on Board { rows { name participant { ${ENTRY} } } ranksByRound {
    ranks } } ... on Bracket { matches { winnerName battle { ${BATTLE} } players { participant { ${ENTRY} } player { name } } } } } } } }`,
  `{ player(id: "p-1") { participations { nodes { team { club { name } participants { ${ENTRY} } } } } } }`,
  `{ battles(player: "p-1", club: "c-2", outcome: win) { nodes { ${BATTLE} } totalCount } }`,
  `{ battles(tournament: "t-2", faction: "f 1") { nodes { ${BATTLE} } } }`,
  `{ participants(player: "p-1", first: 1) { nodes { ${ENTRY} list { text } unplayed { round } } totalCount } }`,
  `{ nodes(ids: [${[
    'Battle b-1',
    'Club c-1',
    'Player p-2',
    'Tournament t-2',
    'Stage t-1/swiss',
    'Participant t-1/2',
    'Team t-2/Red',
  ]
    .map((each) => each.split(' ') as ['Battle', string])
    .map(([type, key]) => JSON.stringify(globalId(type, key)))
    .join(
      ', ',
    )}]) { id ... on Battle { ${BATTLE} } ... on Club { name } ... on Player { name battleCount } ... on Tournament { name
    organizer { name } } ... on Stage { name teamBoard { rows { name } } } ... on Participant { ${ENTRY} } ... on Team { matches { round }
    participants { ${ENTRY} } } } }`,
  `{ statistics { battles matchups { battleCount aboveExpectation { value } battles(first: 1) { nodes { ${BATTLE} } totalCount } }
    factions { eventWins faction { name } } } }`,
  `{ search(text: "an") { nodes { __typename ... on Player { name battleCount rating { value } } ... on Tournament { name organizer {
    name } } ... on Club { name } } factions { nodes { name } } locations { city clubs } } }`,
  `{ locations { country city tournaments clubs } countries factions { nodes { name slug } totalCount } }`,
  `{ changes(first: 5) { upToDate nodes { kind key deleted node { ... on Player { battleCount } } } } }`,
  `{ changes(tournament: "t-1") { nodes { kind key node { ... on Battle { ${BATTLE} } } } } }`,
  `{ clubs(text: "a") { nodes { name battles(first: 1) { nodes { tournament { status winners { name } } } } } totalCount } }`,
  `{ tournaments(stageType: bracket, battleSize: 2000, city: "ann 1") { totalCount nodes { name club: organizer { name } } } }`,
  `{ standings(tournament: "t-2") { ... on Board { rows { player { rating { value } participations { nodes { tournament { name } } } } } } } }`,
];

export const QUESTIONS: readonly Question[] = [
  ...[...readSiteOperations(), ...readRoutes(schema)].flatMap(({ name, document }) =>
    variablesOf(name).map((variables) => ({ name, document, variables: ofOperation(document, variables) })),
  ),
  ...DOCUMENTS.map((text) => ({ name: text, document: parse(text), variables: {} })),
];

function variablesOf(name: string): object[] {
  const fitting = Object.keys(VARIABLES).filter((beginning) => name.startsWith(beginning));
  const longest = fitting.reduce((one, other) => (other.length > one.length ? other : one));
  return VARIABLES[longest] ?? [];
}

/** Only the variables that the operation has. */
function ofOperation({ definitions }: DocumentNode, variables: object): Record<string, unknown> {
  const names = definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : [],
  );
  const known = new Set(names.map(({ variable }) => variable.name.value));
  return Object.fromEntries(Object.entries(variables).filter(([name]) => known.has(name)));
}
