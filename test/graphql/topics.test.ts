import { isObjectType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { globalId } from '../../src/graphql/read/global-id.js';
import { createTopics, topicsOfType } from '../../src/graphql/run/topics.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { readSiteOperations } from '../../src/site/site-operations.js';

/** Every name of the country of the variables: a tournament may be recorded under any of them. */
const NORWAY = ['no', 'nor', 'noreg', 'norga', 'norge', 'noruega', 'norvege', 'norway', 'norwegen', 'norwegia'].map(
  (name) => `statistics:country ${name}`,
);
const VARIABLES = { slug: 's', id: 'i', publicId: 'i', country: 'Norway', kind: 'battle', start: '' };

/** The topics of a route that are not those of the thing in its path alone. */
const OF_ROUTES: Record<string, string[]> = {
  '/changes': ['battles', 'clubs', 'facets:player', 'factions', 'players', 'tournaments'],
  '/clubs': ['clubs', 'facets:club'],
  '/clubs/{slug}/tournaments': ['club:s', 'tournaments'],
  '/factions': ['factions'],
  '/ratings': ['players', 'ratings', 'ratings:stale'],
  '/search': ['clubs', 'players', 'search', 'tournaments'],
  '/statistics/factions': ['factions', 'ratings', ...NORWAY],
  '/statistics/matchups': ['factions', ...NORWAY],
  '/tournaments': ['tournaments'],
};
const OWN: Record<string, string> = {
  battles: 'battle:i',
  clubs: 'club:s',
  tournaments: 'tournament:s',
  users: 'player:i',
};

test.each(readRoutes(schema))('$path depends on its own thing and nothing else', ({ path, document }) => {
  const [, things = ''] = /^\/(\w+)\/\{/.exec(path) ?? [];
  const topics = createTopics(schema, document)(VARIABLES).sort();
  expect(topics, `if ${path} is right to depend on these, add it to OF_ROUTES`).toStrictEqual(
    OF_ROUTES[path] ?? [OWN[things]],
  );
});

test("the website's pages depend on their own thing, and on any of a kind beyond it", () => {
  const topics = readSiteOperations().map(({ name, document }) => [
    name,
    createTopics(schema, document)(VARIABLES).sort(),
  ]);
  expect(Object.fromEntries(topics), 'add what a new page is right to depend on').toStrictEqual({
    BattlePage: ['battle:i', 'tournaments'],
    Calendar: ['facets:tournament', 'tournaments'],
    ClubCalendar: ['club:s', 'tournaments'],
    ClubPage: ['battles', 'club:s', 'clubs', 'facets:player', 'players', 'tournaments'],
    ClubsPage: ['clubs', 'facets:club', 'tournaments'],
    FactionPage: ['battles', 'facets:tournament', 'factions', 'statistics', 'tournaments'],
    FactionsPage: ['clubs', 'factions', ...NORWAY, 'tournaments'],
    Feed: ['battles', 'clubs', 'tournaments'],
    HomePage: ['battles', 'clubs', 'facets:tournament', 'tournaments'],
    MethodPage: ['ratings'],
    OpponentsPage: ['player:i'],
    PairingPage: ['battles', 'factions', ...NORWAY, 'tournaments'],
    ParticipantsPage: ['clubs', 'tournament:s'],
    PlayerBattlesPage: ['player:i', 'tournaments'],
    PlayerPage: ['clubs', 'factions', 'places', 'player:i', 'rating:i', 'ratings:many', 'tournaments'],
    PlayersPage: ['clubs', 'facets:player', 'factions', 'players'],
    RatingsPage: [
      'battles',
      'clubs',
      'facets:player',
      'factions',
      'players',
      'ratings',
      'ratings:stale',
      'tournaments',
    ],
    SearchPage: ['battles', 'clubs', 'facets:player', 'factions', 'players', 'search', 'tournaments'],
    Sitemap: ['battles', 'clubs', 'factions', 'players', 'tournaments'],
    SitemapPart: ['battles', 'tournaments'],
    StagePage: ['clubs', 'tournament:s'],
    TeamsPage: ['clubs', 'tournament:s'],
    TournamentBattlesPage: ['clubs', 'tournament:s'],
    TournamentCalendar: ['tournament:s'],
    TournamentPage: ['clubs', 'tournament:s'],
    TournamentsPage: ['battles', 'clubs', 'facets:tournament', 'factions', 'tournaments'],
  });
});

describe('an operation', () => {
  const topics = (text: string, variables = {}) => createTopics(schema, parse(text))(variables);

  test("that shows one player's rating depends on that one, and on those of many", () => {
    const rated = '{ rating { value } ratingHistory { nodes { week } } }';
    expect(topics(`{ player(id: "x") ${rated} }`)).toStrictEqual(['player:x', 'ratings:many', 'rating:x']);
    expect(topics('{ players { nodes { rating { value } } } }').sort()).toStrictEqual(['players', 'ratings']);
    expect(topics(`{ battle(id: "x") { players { player ${rated} } } }`).sort()).toStrictEqual([
      'battle:x',
      'players',
      'ratings',
    ]);
  });

  test('that shows what somebody played depends on all battles, unless on those of the tournament or of the player', () => {
    const entered = '{ nodes { faction } edges { node { faction } } }';
    expect(topics(`{ tournament(slug: "x") { participants ${entered} } }`)).toStrictEqual(['tournament:x']);
    expect(topics(`{ player(id: "x") { participations ${entered} } }`)).toStrictEqual(['tournaments', 'player:x']);
    expect(topics(`{ players { nodes { participations ${entered} } } }`)).toContain('battles');
    expect(
      topics('{ player(id: "x") { participations { nodes { tournament { participants { nodes { faction } } } } } } }'),
    ).toContain('battles');
  });

  test('that finds tournaments by a faction depends on what factions are called', () => {
    const found = (filter: string) => topics(`{ tournaments(${filter}) { nodes { name } } }`).sort();
    expect(found('faction: "x"')).toStrictEqual(['facets:tournament', 'tournaments']);
    expect(found('factionSlug: "x"')).toStrictEqual(['facets:tournament', 'factions', 'tournaments']);
  });

  test('that lists addresses depends on what they are addresses of', () => {
    const listed = (kind: string) => topics(`{ sitemapPart(kind: ${kind}, from: "") { urls } }`);
    expect([listed('club'), listed('player'), listed('tournament')]).toStrictEqual([
      ['clubs'],
      ['players'],
      ['tournaments'],
    ]);
    expect([listed('battle'), listed('faction')]).toStrictEqual([
      ['battles', 'tournaments'],
      ['factions', 'tournaments'],
    ]);
  });

  test('may name them by their ids', () => {
    const id = globalId('Battle', 'x');
    expect(topics('query ($id: ID!) { battle(id: $id) { date } }', { id })).toStrictEqual([`battle:${id}`, 'battle:x']);
  });

  test('that asks for anything by its id depends on any of the kinds that it can be', () => {
    const all = ['battles', 'clubs', 'factions', 'players', 'tournaments'];
    expect(topics('{ node(id: "x") { ... on Battle { date } } }').sort()).toStrictEqual(all);
    expect(topics('{ nodes(ids: ["x"]) { id } }').sort()).toStrictEqual(all);
  });

  test('loses its thing on the way through another', () => {
    expect(topics('{ battle(id: "x") { tournament { battles { nodes { id } } } } }')).toStrictEqual([
      'tournaments',
      'battles',
      'battle:x',
    ]);
  });
});

/** Their topics follow from the arguments of the root field. */
const OF_STATISTICS = ['Statistics', 'FactionStatistics', 'MonthStatistics', 'Matchup', 'Estimate', 'Interval'];

test('statistics depend on the narrowest of what they are narrowed by', () => {
  const topicsOf = (args: string) => createTopics(schema, parse(`{ statistics${args} { battles } }`))({});
  expect(topicsOf('')).toStrictEqual(['statistics']);
  expect(topicsOf('(from: "2026-01-01", minPlayers: 8)')).toStrictEqual(['statistics']);
  expect(topicsOf('(country: "Norway", battlePack: "Pitched")')).toStrictEqual(['statistics:pack pitched']);
  expect(topicsOf('(country: "Norway", club: "North")').sort()).toStrictEqual(['clubs', ...NORWAY]);
  expect(topicsOf('(club: "North")')).toStrictEqual(['statistics', 'clubs']);
  expect(topicsOf('(country: "Türkiye")')).toStrictEqual(['statistics']);
  expect(topicsOf('(maxRating: 1500)')).toStrictEqual(['statistics', 'ratings']);
});

test('every type of the schema has said what it depends on', () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  // A page depends on the topics of its connection, an army list and a provenance on those of what has them, a change on those of all
  // changes, and a sitemap part on those of its entities.
  const without = [
    'Query',
    'Subscription',
    'PageInfo',
    ...['ArmyList', 'ArmyListContents', 'ArmyListPick', 'ArmyListUnit'],
    'Provenance',
    'Change',
    'SitemapPart',
    ...OF_STATISTICS,
  ];
  for (const type of types.filter(({ name }) => !without.includes(name) && !name.startsWith('__'))) {
    expect(topicsOfType(type).length, type.name).toBeGreaterThan(0);
  }
});
