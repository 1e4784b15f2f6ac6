import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { graphiqlSettings } from '../../src/tool-pages/graphiql/settings.js';

const settings = graphiqlSettings(true);
const examples = [...settings.pages, ...settings.live, ...settings.routes];

test('no two examples have one name, since an address may end in it', () => {
  expect(new Set(examples.map(({ name }) => name)).size).toBe(25);
});

test.each(examples)('$name is valid, and its tab gets its name', ({ name, query }) => {
  expect(validate(schema, parse(query))).toEqual([]);
  expect(query.match(/^(?:query|subscription) (\w+)/m)?.[1]).toBe(name);
});

test('the example of a route begins with the route and what it is for', () => {
  const club = settings.routes.find(({ name }) => name === 'Club');
  expect(club?.query).toMatch(/^# GET \/api\/v1\/clubs\/\{slug\}\n# One club\.?\nquery Club\(\$slug: String!\) \{\n/);
  expect(JSON.parse(club?.variables ?? '')).toEqual({ slug: 'northern-legion' });
});

test('without the demo world nothing of it is named: placeholders say what goes where', () => {
  const { pages, live, routes } = graphiqlSettings(false);
  expect(JSON.stringify([pages, live, routes])).not.toMatch(/demo|spring-clash|autumn-open|northern-legion|p-1003/);
  expect(Object.fromEntries(routes.map(({ name, variables }) => [name, JSON.parse(variables)]))).toEqual({
    Battle: { id: 'ID_OF_A_BATTLE' },
    Club: { slug: 'SLUG_OF_A_CLUB' },
    ClubBattles: { slug: 'SLUG_OF_A_CLUB' },
    ClubTournaments: { slug: 'SLUG_OF_A_CLUB' },
    Tournaments: {},
    Tournament: { slug: 'SLUG_OF_A_TOURNAMENT' },
    TournamentBattles: { slug: 'SLUG_OF_A_TOURNAMENT' },
    TournamentParticipants: { slug: 'SLUG_OF_A_TOURNAMENT' },
    TournamentStandings: { slug: 'SLUG_OF_A_TOURNAMENT' },
    PlayerBattles: { publicId: 'PUBLIC_ID_OF_A_USER' },
    Factions: {},
    FactionStatistics: {},
    MatchupStatistics: {},
    Changes: {},
    Ratings: {},
    Search: { q: 'TEXT' },
    Clubs: {},
    Player: { publicId: 'PUBLIC_ID_OF_A_USER' },
  });
});
