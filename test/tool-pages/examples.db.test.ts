import { beforeAll, expect, test } from 'vitest';
import { loadDemoWorld } from '../../src/bundle/demo/load.js';
import { graphiqlSettings } from '../../src/tool-pages/graphiql/settings.js';
import { followed } from '../live/follow.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';

let app: TestApp;
beforeAll(async () => {
  const db = await openTestDb();
  await loadDemoWorld(db);
  await recomputeNow(db);
  app = await createTestApp(db);
}, 180_000);

/** Patterns in each answer that make the example worth running. */
const SHOWS: Record<string, RegExp[]> = {
  Welcome: [/"nodes":\[\{"slug"/],
  TournamentsPage: [/"organizer":\{/, /"winner":\{/],
  TournamentPage: [/"__typename":"Board"/, /"__typename":"Bracket"/, /"battles":\{"nodes":\[\{/],
  ClubPage: [/"tournaments":\{"nodes":\[\{/, /"battles":\{"nodes":\[\{/],
  PlayerPage: [/"battles":\{"nodes":\[\{/, /"opponents":\[\{/],
  BattlePage: [/"list":\{/, /"rounds":\[\{/],
  Battle: [/"list":\{/, /"rounds":\[\{/],
  Club: [/"slug":"northern-legion"/],
  ClubBattles: [/"data":\[\{/],
  ClubTournaments: [/"data":\[\{/],
  Tournaments: [/"data":\[\{/],
  Tournament: [/"stages":\[\{/],
  TournamentBattles: [/"data":\[\{/],
  TournamentParticipants: [/"data":\[\{/, /"list":\{/],
  TournamentStandings: [/"data":\[\{/],
  PlayerBattles: [/"data":\[\{/],
  Factions: [/"data":\[\{/],
  FactionStatistics: [/"data":\[\{/],
  MatchupStatistics: [/"data":\[\{/],
  Ratings: [/"data":\[\{/, /"prediction":\{/],
  Changes: [/"kind":"tournament"/, /"kind":"battle"/],
  Search: [/"type":"Tournament"/],
  Clubs: [/"data":\[\{/],
  Player: [/"publicId":"p-1003"/, /"battles":[1-9]/],
};

const { pages, live, routes } = graphiqlSettings(true);

test.each([...pages, ...routes])('$name returns data of the demo world', async ({ name, query, variables }) => {
  const { status, body } = await app.graphql(query, variables ? JSON.parse(variables) : {});
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
  for (const shown of SHOWS[name] ?? [/never/]) expect(JSON.stringify(body.data)).toMatch(shown);
});

test.each(live)('$name begins with what the demo world has', async ({ query, variables }) => {
  const search = new URLSearchParams({ query, variables });
  const { until, results, leave } = await followed(
    await app.get(`/graphql?${search}`, { accept: 'text/event-stream' }),
  );
  await until(1);
  expect(JSON.stringify(results[0])).toMatch(/^\{"data":\{"standings":\{"stage":.*"(rows|matches)":\[\{"/);
  await leave();
});
