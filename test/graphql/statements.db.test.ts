import { getNamedType, isCompositeType, isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { readSiteOperations } from '../../src/site/site-operations.js';
import { type Size, sizedWorld, variablesOf } from '../operations/sized-world.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';
import { statementsOf } from '../support/statements.js';
import { load } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;

beforeAll(async () => {
  const [pack, ...few] = sizedWorld('few');
  await load(db, [...(pack ? [pack] : []), ...few, ...sizedWorld('many').slice(1)]);
  await recomputeNow(db);
  await db.sql.query('UPDATE "player_rating" SET "provisional" = false');
  // Other tests cover what 100 of something cost.
  app = await createTestApp(db, { config: { limits: { ...LIMITS, cost: 1_000_000 } } });
});

type Variables = ReturnType<typeof variablesOf>;

/** The variables of each page of the website, and its number of statements. */
const PAGES: Record<string, [statements: number, variables: (of: Variables) => object]> = {
  TournamentsPage: [8, ({ n }) => ({ first: n })],
  HomePage: [5, ({ n }) => ({ ongoing: n, planned: n, finished: n })],
  TournamentPage: [12, ({ n, tournament }) => ({ slug: tournament, rows: n })],
  StagePage: [4, ({ tournament }) => ({ slug: tournament, stage: 'swiss' })],
  TeamsPage: [5, ({ tournament }) => ({ slug: tournament })],
  ParticipantsPage: [3, ({ n, tournament }) => ({ slug: tournament, first: n })],
  TournamentBattlesPage: [3, ({ n, tournament }) => ({ slug: tournament, first: n })],
  ClubsPage: [3, ({ n }) => ({ first: n })],
  ClubPage: [7, ({ n, club }) => ({ slug: club, tournaments: n, battles: n, players: n })],
  ClubCalendar: [2, ({ n, club }) => ({ slug: club, first: n })],
  PlayersPage: [3, ({ n }) => ({ first: n })],
  PlayerBattlesPage: [2, ({ n, player }) => ({ id: player, first: n })],
  OpponentsPage: [2, ({ n, player }) => ({ id: player, first: n })],
  SearchPage: [7, ({ n }) => ({ text: 'p', first: n })],
  Calendar: [2, ({ n }) => ({ first: n })],
  Feed: [2, ({ n }) => ({ first: n })],
  Sitemap: [1, () => ({})],
  SitemapPart: [1, () => ({ kind: 'battle', start: '' })],
  PlayerPage: [7, ({ n, player }) => ({ id: player, battles: n, participations: n, opponents: n })],
  BattlePage: [4, ({ battle }) => ({ id: battle })],
  FactionsPage: [4, () => ({})],
  FactionPage: [6, ({ n }) => ({ slug: 'stormcast', events: n })],
  PairingPage: [6, ({ n }) => ({ slug: 'stormcast', opponent: 'stormcast', first: n })],
  RatingsPage: [7, ({ n }) => ({ first: n })],
  MethodPage: [1, () => ({})],
};

/** The calendar of one tournament. */
const BY_ITSELF = ['TournamentCalendar'];

const ROW = '{ player { name } participant { name } }';
const STANDINGS = `{ ... on Board { stage { stageId } rows ${ROW} ranksByRound { ranks } } ... on Bracket { stage { name rounds } matches {
  feeds { table } players ${ROW} winner ${ROW} battle { winnerName players { name } } } } }`;
const BATTLE = `{ winnerName winner { name faction } provenance { source } tournament { name } stage { name }
  players { name player { name } participant { name } knownFaction { slug name }
  list { text } rounds { round } grandStrategy { picked } } }`;
const TOURNAMENT = `{ playerCount rounds organizer { name } tournamentOrganizers { player { name } }
  provenance { source } stages { standings { __typename } } winner ${ROW} winners { name } standings { __typename } }`;

const BATTLE_WITHOUT_DETAIL = `id date round scenario battlePack battleSize winnerName victorySize tournamentSlug stageId url
  players { name playerId faction subFaction outcome battlePoints victoryPoints objectivePoints battleTacticsScored
    grandStrategy { picked scored } drops role metrics }`;

const ESTIMATE = '{ value wilson { low } byEvent { low } byPlayer { low } interval { high } }';

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** Together they use every relation and listing; a test below checks that. */
const DOCUMENTS: Record<string, [statements: number, document: string]> = {
  clubs: [
    6,
    `query ($n: Int) { clubs(first: $n) { totalCount nodes { name
      tournaments(first: 2) { totalCount nodes { name } } battles(first: 2) { totalCount nodes { id } } } } }`,
  ],
  'tournaments of a club': [
    6,
    `query ($n: Int, $club: String!) { club(slug: $club) { tournaments(first: $n) { nodes ${TOURNAMENT} } } }`,
  ],
  'battles of a club': [
    7,
    `query ($n: Int, $club: String!) { club(slug: $club) { battles(first: $n) { nodes ${BATTLE} } } }`,
  ],
  tournaments: [6, `query ($n: Int) { tournaments(first: $n) { totalCount nodes ${TOURNAMENT} } }`],
  'listings of tournaments': [
    5,
    `query ($n: Int) { tournaments(first: $n) { nodes {
      participants(first: 1) { totalCount nodes { name } } battles(first: 1) { totalCount nodes { id } } } } }`,
  ],
  // Two documents: what two listings ask for alike is read once or twice, depending on which listing comes first.
  'battles of a tournament': [
    7,
    `query ($n: Int, $tournament: String!) { tournament(slug: $tournament) { battles(first: $n) { nodes ${BATTLE} } } }`,
  ],
  'participants of a tournament': [
    6,
    `query ($n: Int, $tournament: String!) { tournament(slug: $tournament) {
      participants(first: $n) { nodes {
        player { name } club { name } tournament { name } list { text contents { formation { name } picks { name } units { name options { name } } } } unplayed { round } boardRow(stage: "swiss") { participant { name } } } } } }`,
  ],
  'teams of a tournament': [
    7,
    `query ($tournament: String!) { tournament(slug: $tournament) { teamCount
      teams { club { name } tournament { name } participants { team { name } } matches { stage { name } } }
      teamMatches { sides { team { name } } battles { winnerName } } teamBoard { rows { team { name } } }
      stages { teamBoard { rows { rank } } } } }`,
  ],
  'teams of many tournaments': [
    2,
    `query ($n: Int) { tournaments(first: $n) { nodes { teamBoard { rows { rank } } teams { name } } } }`,
  ],
  'standings of every stage': [
    10,
    `query ($tournament: String!) { tournament(slug: $tournament) { stages { standings ${STANDINGS} } } }`,
  ],
  'standings of many tournaments': [
    2,
    `query ($n: Int) { tournaments(first: $n) { nodes { stages { standings { ... on Board { rows(first: 1) { name } } } } } } }`,
  ],
  'winners of many tournaments': [
    3,
    `query ($n: Int) { tournaments(first: $n) { nodes { winner { participant { name } } } } }`,
  ],
  'battles of each thing': [
    3,
    `query ($n: Int, $tournament: String!, $club: String!, $player: ID!) {
      a: battles(tournament: $tournament, first: $n) { nodes { winnerName } }
      b: battles(club: $club, first: $n) { nodes { winnerName } } c: battles(player: $player, first: $n) { nodes { winnerName } } }`,
  ],
  'participants of each thing': [
    2,
    `query ($n: Int, $tournament: String!, $player: ID!) {
      a: participants(tournament: $tournament, first: $n) { nodes { name } }
      b: participants(player: $player, first: $n) { nodes { name } } }`,
  ],
  board: [3, `query ($tournament: String!) { standings(tournament: $tournament) ${STANDINGS} }`],
  bracket: [6, `query ($tournament: String!) { standings(tournament: $tournament, stage: "knockout") ${STANDINGS} }`],
  'battles of a player': [
    5,
    `query ($n: Int, $player: ID!) { player(id: $player) { battles(first: $n) { totalCount nodes ${BATTLE} } } }`,
  ],
  'participations and opponents of a player': [
    10,
    `query ($n: Int, $player: ID!) { player(id: $player) { opponents(first: $n) { name player { name } }
      participations(first: $n) { totalCount nodes { tournament ${TOURNAMENT} } } } }`,
  ],
  players: [
    2,
    `query ($n: Int) { players(first: $n) { totalCount nodes { name battleCount } edges { cursor node { name } } ${PAGE_INFO} } }`,
  ],
  // With the question whether something has no number yet, which PostgreSQL answers with the BEGIN.
  'changes of battles': [
    3,
    `query ($n: Int) { changes(first: $n, kinds: [battle]) { nodes { kind node { id ... on Battle { scenario } } } } }`,
  ],
  'ratings, by strength': [
    3,
    `query ($n: Int) { ratings(first: $n) { totalCount nodes { rating { place value } } }
      ratingMethod { name prediction { logLoss } } }`,
  ],
  'ratings of a club': [
    2,
    `query ($n: Int, $club: String) { ratings(first: $n, club: $club) { nodes { rating { value } } } }`,
  ],
  'histories of ratings': [
    3,
    `query ($n: Int) { players(first: $n) { nodes { rating { asOf }
      ratingHistory(first: 1) { totalCount nodes { week } edges { cursor node { value } } ${PAGE_INFO} } } } }`,
  ],
  'filtered tournaments': [
    7,
    `query ($n: Int) {
      a: tournaments(first: $n, text: "e", country: "nowhere", orderBy: largest) { totalCount nodes { name } }
      b: tournaments(first: $n, text: "a", stageType: board, minPlayers: 1, orderBy: alphabetical) { nodes { name } }
      c: tournaments(first: $n, text: "a") { nodes { name } } }`,
  ],
  'filtered clubs and players': [
    5,
    `query ($n: Int, $club: String) { clubs(first: $n, text: "club") { nodes { name } }
      players(first: $n, text: "player", club: $club, minBattles: 1, orderBy: busiest) { totalCount nodes { name } } }`,
  ],
  'filtered battles': [
    5,
    `query ($n: Int, $tournament: String!, $club: String!, $player: ID!) {
      a: battles(tournament: $tournament, first: $n, stage: "swiss", round: 1, outcome: win) { totalCount nodes { winnerName } }
      b: battles(club: $club, first: $n, faction: "a", role: attacker) { nodes { winnerName } }
      c: battles(player: $player, first: $n, outcome: win, opponent: "x") { nodes { winnerName } }
      d: battles(player: $player, club: $club, first: $n) { nodes { winnerName } } }`,
  ],
  factions: [
    3,
    `query ($n: Int) { factions(first: $n) { totalCount nodes { name } edges { node { slug } } ${PAGE_INFO} }
      faction(slug: "stormcast") { name } }`,
  ],
  statistics: [
    5,
    `query ($n: Int) { statistics { battles
      factions { faction { name } ${[
        'share',
        'winRate',
        'asAttacker',
        'asDefender',
        'aboveExpectation',
        'unbeatenStarts',
        'topPlaces',
      ]
        .map((figure) => `${figure} ${ESTIMATE}`)
        .join(' ')} months { month share ${ESTIMATE} winRate ${ESTIMATE} } }
      matchups { faction { name } opponent { slug } winRate ${ESTIMATE} asAttacker ${ESTIMATE} asDefender ${ESTIMATE}
        aboveExpectation ${ESTIMATE} battles(first: $n) { totalCount nodes { winnerName } } } } }`,
  ],
  'what search finds, of every kind': [
    6,
    `query ($n: Int) { a: search(text: "1", kinds: [player], first: $n) { nodes { ... on Player { name } } }
      b: search(text: "club", kinds: [club], first: $n) { nodes { ... on Club { name } } }
      c: search(text: "1", kinds: [tournament], first: $n) { nodes { ... on Tournament { name } } } }`,
  ],
  'what search finds beside': [
    6,
    `query ($n: Int) { search(text: "player", first: $n) { nodes { __typename } factions(first: $n) { totalCount nodes { name } }
      locations(first: $n) { city } } }`,
  ],
  search: [
    2,
    `query ($n: Int) { search(text: "player", first: $n) { nodes { ... on Player { name } }
      edges { cursor node { ... on Player { publicId } } } pageInfo { hasNextPage } } }`,
  ],
  'where there is something': [1, `{ locations(text: "a") { city country } }`],
  'one battle': [6, `query ($battle: ID!) { battle(id: $battle) ${BATTLE} }`],
  'what is behind the sides of many battles': [
    10,
    `query ($n: Int, $tournament: String!) { tournament(slug: $tournament) { battles(first: $n) { nodes {
      stage { standings { __typename } } tournament { organizer { name } }
      players { participant { club { name } boardRow { rank } } player { battles(first: 1) { nodes { id } }
        participations(first: 1) { nodes { name } } opponents(first: 1) { name } } } } } } }`,
  ],
  'one relation under two names': [
    6,
    `query ($n: Int, $tournament: String!) { tournament(slug: $tournament) { battles(first: $n) { nodes {
      a: players { name player { name } } b: players { faction participant { club { name } } }
      c: tournament { stages { stageId } } d: tournament { stages { name } rounds } } } } }`,
  ],
  'things by their ids': [
    4,
    `query ($id: ID!, $ids: [ID!]!) { node(id: $id) { id } nodes(ids: $ids) { ... on Battle {
      tournament { name } players { participant { name } } } } }`,
  ],
  'edges of every listing': [
    8,
    `query ($n: Int, $tournament: String!, $player: ID!) {
      clubs(last: $n) { edges { cursor node { tournaments(first: 1) { edges { cursor node { name } } ${PAGE_INFO} }
        battles(last: 1) { edges { cursor node { date } } ${PAGE_INFO} } } } ${PAGE_INFO} }
      tournament(slug: $tournament) { participants(first: $n) { edges { cursor node { club { name } } } ${PAGE_INFO} }
        battles(last: $n) { edges { cursor node { players { name } } } ${PAGE_INFO} } }
      player(id: $player) { participations(last: $n) { edges { cursor node { name } } ${PAGE_INFO} } } }`,
  ],
  'five levels of listings': [
    5,
    `query ($n: Int) { clubs(first: $n) { nodes { tournaments(first: 1) { nodes { participants(first: 1) { nodes {
      player { battles(first: 1) { nodes { id } } } } } } } } } }`,
  ],
};

describe('as many statements for 100 rows as for 2', () => {
  test('is asked of every page: add one to PAGES with the number of its statements', () => {
    const pages = readSiteOperations().map(({ name }) => name);
    expect(pages.filter((name) => !(name in PAGES || BY_ITSELF.includes(name)))).toStrictEqual([]);
  });

  test.each(Object.entries(PAGES))('%s', async (name, [statements, variables]) => {
    const counted = async (size: Size) => (await heard(() => page(name, variables(variablesOf(size))))).length;
    expect([await counted('few'), await counted('many')]).toStrictEqual([statements, statements]);
  });

  test.each(Object.entries(DOCUMENTS))('%s', async (_title, [statements, document]) => {
    const counted = async (size: Size) => (await heard(() => run(document, size))).length;
    const few = await counted('few');
    expect(few).toBeLessThanOrEqual(statements);
    expect(await counted('many')).toBe(few);
  });

  test.each([2, 8])('a listing under %i names takes one for each', async (names) => {
    const aliases = Array.from(
      { length: names },
      (_, index) => `a${index}: battles(first: ${index + 1}) { nodes { id } }`,
    );
    const document = `query ($player: ID!) { player(id: $player) { ${aliases.join(' ')} } }`;
    const counted = async (size: Size) => (await heard(() => run(document, size))).length;
    expect([await counted('few'), await counted('many')]).toStrictEqual([1 + names, 1 + names]);
  });

  test('every relation and listing of the schema is taken by one of these documents', () => {
    const taken = new Set(Object.values(DOCUMENTS).flatMap(([, document]) => fieldsOf(document)));
    expect(relationsAndCounts().filter((field) => !taken.has(field))).toStrictEqual([]);
  });
});

describe('lean statements', () => {
  test.each([
    ['tournament(slug: $tournament)', '$tournament: String!'],
    ['club(slug: $club)', '$club: String!'],
    ['player(id: $player)', '$player: ID!'],
  ])('100 battles of %s are listed without reading army lists or round detail', async (parent, variable) => {
    const document = `query (${variable}) { ${parent} { battles(first: 100) { nodes { ${BATTLE_WITHOUT_DETAIL} } } } }`;
    const sides = (await heard(() => run(document, 'many'))).filter((text) => text.includes('"battle_side"'));
    expect(sides).not.toStrictEqual([]);
    expect(sides.filter((text) => /"(list|rounds)"/.test(text))).toStrictEqual([]);
  });

  test('army lists and round detail are read when asked for', async () => {
    const statements = await heard(() => page('BattlePage', { id: variablesOf('few').battle }));
    expect(statements.filter((text) => /"list".*"rounds"/s.test(text))).toHaveLength(1);
  });

  test.each(['clubs', 'tournaments'])(
    '%s are listed without reading descriptions that are not asked for',
    async (listing) => {
      const reading = async (field: string) =>
        (await heard(() => run(`{ ${listing} { nodes { ${field} } } }`, 'few'))).map((text) =>
          /"description"/.test(text),
        );
      expect([await reading('name'), await reading('description')]).toStrictEqual([[false], [true]]);
    },
  );

  test('a later page takes the statements of the first and no OFFSET', async () => {
    const { club } = variablesOf('many');
    const first = await page('ClubPage', { slug: club });
    const { tournaments, battles } = first.body.data.club;
    const after = { tournamentsAfter: tournaments.nextCursor, battlesAfter: battles.nextCursor };
    const statements = await heard(() => page('ClubPage', { slug: club, ...after }));
    expect(statements).toHaveLength(PAGES.ClubPage?.[0] ?? 0);
    expect(statements.filter(hasOffset)).toStrictEqual([]);
  });

  test('no document has a statement with OFFSET', async () => {
    for (const [, document] of Object.values(DOCUMENTS)) {
      expect((await heard(() => run(document, 'few'))).filter(hasOffset)).toStrictEqual([]);
    }
  });
});

const run = (document: string, size: Size) => app.graphql(document, variablesOf(size));

async function page(documentId: string, variables: object) {
  const query = new URLSearchParams({ documentId, variables: JSON.stringify(variables) });
  const response = await app.get(`/graphql?${query}`);
  return { status: response.status, body: await response.json() };
}

/** The statements of the request itself, without the lookup of the key, which every request has. */
async function heard(work: () => Promise<{ status: number; body: { errors?: unknown } }>): Promise<string[]> {
  const statements = await statementsOf(async () => {
    const { status, body } = await work();
    expect({ status, errors: body.errors }).toStrictEqual({ status: 200, errors: undefined });
  });
  return statements.filter((text) => !text.includes('"api_key"'));
}

/**
 * OFFSET 0 skips nothing and only prevents a subquery from becoming a join. Parts of the sitemap skip only the rows
 * between them.
 */
const hasOffset = (text: string): boolean => !text.includes('RECURSIVE "part"') && /\bOFFSET (?!0\b)/.test(text);

function relationsAndCounts(): string[] {
  return (
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      // Subscriptions are executed like the queries of the same name.
      .filter(({ name }) => !name.startsWith('__') && name !== 'Subscription')
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => isCompositeType(getNamedType(field.type)) || field.name === 'totalCount')
      .map(({ type, field }) => `${type.name}.${field.name}`)
  );
}

function fieldsOf(document: string): string[] {
  const fields: string[] = [];
  const types = new TypeInfo(schema);
  const note = () => {
    fields.push(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`);
  };
  visit(parse(document), visitWithTypeInfo(types, { Field: note }));
  return fields;
}
