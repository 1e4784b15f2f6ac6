// Both APIs agree: a route's body equals the answer of its operation over GraphQL, converted to the format of the
// specification by code that is independent of the one in the service.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BundleRecord, SideRecord } from '../../src/bundle/record.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { arbitraryWorld } from '../support/arbitrary-world.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';
import { richWorld } from '../support/rich-world.js';
import { runs } from '../support/runs.js';
import { load } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;

const routes = readRoutes(schema);

// biome-ignore lint/suspicious/noExplicitAny: parts of bodies.
type Json = any;
type Asked = { name: string; path: string; variables: Record<string, unknown> };

/** The body of the same answer, from GraphQL. */
async function overGraphql({ name, path, variables }: Asked): Promise<Json> {
  const { status, body } = await app.graphql({ documentId: name }, variables);
  const [error] = body.errors ?? [];
  if (error) return { error: { status, message: error.message, code: error.extensions.code } };
  return TRANSLATIONS[name]?.(body.data, (cursor) => {
    const query = new URLSearchParams(path.split('?')[1]);
    query.set('cursor', cursor);
    return `http://gateway.test${path.split('?')[0]}?${query}`;
  });
}

type Translation = (data: Json, address: (cursor: string) => string) => Json;

const without = (object: Json, keys: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([key, value]) => value !== null || !keys.includes(key)));

const tournamentBody = (tournament: Json) => ({
  ...tournament,
  stages: tournament.stages.map((stage: Json) => without(stage, ['rounds', 'players'])),
});
const playerBody = (player: Json) =>
  Object.fromEntries(
    Object.entries(without(player, ['objectivePoints', 'battleTacticsScored', 'grandStrategy'])).flatMap(
      ([key, value]) => (key === 'grandStrategy' ? Object.entries(value as object) : [[key, value]]),
    ),
  );
const battleBody = (battle: Json) => ({ ...battle, players: battle.players.map(playerBody) });
const listBody = ({ data, next }: Json, body: (entry: Json) => Json, address: (cursor: string) => string) => ({
  data: data.map(body),
  next: next === null ? null : address(next),
});

const TRANSLATIONS: Record<string, Translation> = {
  Tournaments: ({ tournaments }, address) => listBody(tournaments, tournamentBody, address),
  Tournament: ({ data }) => ({ data: tournamentBody(data) }),
  TournamentStandings: ({ standings: { stage, data } }) => ({
    stage,
    data: data.map((entry: Json) => without(entry, ['group'])),
  }),
  TournamentParticipants: ({ participants }, address) => listBody(participants, (entry) => entry, address),
  TournamentBattles: ({ battles }, address) => listBody(battles, battleBody, address),
  Club: (data) => data,
  Clubs: ({ clubs }, address) => listBody(clubs, (entry) => entry, address),
  Player: (data) => data,
  ClubTournaments: ({ club: { tournaments } }, address) => listBody(tournaments, tournamentBody, address),
  ClubBattles: ({ battles }, address) => listBody(battles, battleBody, address),
  PlayerBattles: ({ battles }, address) => listBody(battles, battleBody, address),
  Battle: ({ data }) => ({ data: battleBody(data) }),
  Factions: ({ factions }, address) => listBody(factions, (entry) => entry, address),
  FactionStatistics: ({ statistics }) => statistics,
  MatchupStatistics: ({ statistics }) => statistics,
  Ratings: ({ ratings, method }, address) => ({
    ...listBody(ratings, ({ rating, ...entry }: Json) => ({ ...entry, ...rating }), address),
    method,
  }),
  Search: ({ search }, address) => {
    const { data, next } = listBody(search, foundBody, address);
    return { data, similar: search.similar, next };
  },
};

const foundBody = ({ type, ...rest }: Json) => ({ type: String(type).toLowerCase(), ...rest });

const LISTINGS = ['TournamentParticipants', 'TournamentBattles', 'ClubTournaments', 'ClubBattles', 'PlayerBattles'];

/** All requests about this world, and some for entities that do not exist. */
function everythingAbout(records: BundleRecord[]): Asked[] {
  const keysOf = (type: string) => [
    ...records
      .filter((record) => record.type === type)
      .map((record) => ('slug' in record ? record.slug : idOf(record))),
    'nobody',
  ];
  const about = (name: string, path: string, keys: string[], variable = 'slug'): Asked[] =>
    keys.map((key) => {
      const filled = `/api/v1${path.replace('*', encodeURIComponent(key))}`;
      return LISTINGS.includes(name)
        ? { name, path: `${filled}?limit=2`, variables: { [variable]: key, limit: 2 } }
        : { name, path: filled, variables: { [variable]: key } };
    });
  const [tournaments, clubs] = [keysOf('tournament'), keysOf('club')];
  const stages = records.flatMap((record) =>
    record.type === 'tournament' ? (record.stages ?? []).map(({ id }) => ({ slug: record.slug, stage: id })) : [],
  );
  return [
    { name: 'Tournaments', path: '/api/v1/tournaments?limit=2', variables: { limit: 2 } },
    ...['planned', 'ongoing', 'finished'].map((status) => ({
      name: 'Tournaments',
      path: `/api/v1/tournaments?status=${status}&limit=1`,
      variables: { status, limit: 1 },
    })),
    {
      name: 'Tournaments',
      path: '/api/v1/tournaments?from=1999-12-31&to=2000-12-31&limit=1',
      variables: { from: '1999-12-31', to: '2000-12-31', limit: 1 },
    },
    ...about('Tournament', '/tournaments/*', tournaments),
    ...about('TournamentStandings', '/tournaments/*/standings', tournaments),
    ...stages.map(({ slug, stage }) => ({
      name: 'TournamentStandings',
      path: `/api/v1/tournaments/${encodeURIComponent(slug)}/standings?stage=${stage}`,
      variables: { slug, stage },
    })),
    ...about('TournamentParticipants', '/tournaments/*/participants', tournaments),
    ...about('TournamentBattles', '/tournaments/*/battles', tournaments),
    ...about('Club', '/clubs/*', clubs),
    ...about('ClubTournaments', '/clubs/*/tournaments', clubs),
    ...about('ClubBattles', '/clubs/*/battles', clubs),
    ...['', '&q=c', '&country=norway', '&city=nowhere'].map((filter) => ({
      name: 'Clubs',
      path: `/api/v1/clubs?limit=2${filter}`,
      variables: { limit: 2, ...Object.fromEntries(new URLSearchParams(filter)) },
    })),
    ...about('Player', '/users/*', keysOf('player'), 'publicId'),
    ...about('PlayerBattles', '/users/*/battles', keysOf('player'), 'publicId'),
    ...about('Battle', '/battles/*', keysOf('battle'), 'id'),
    { name: 'Ratings', path: '/api/v1/ratings?limit=2', variables: { limit: 2 } },
    { name: 'Factions', path: '/api/v1/factions?limit=2', variables: { limit: 2 } },
    ...['FactionStatistics', 'MatchupStatistics'].flatMap((name) =>
      [{}, { draws: 'OMIT' }, { country: 'norway' }].map((variables) => ({
        name,
        path: `/api/v1/statistics/${name === 'FactionStatistics' ? 'factions' : 'matchups'}?${new URLSearchParams(variables)}`,
        variables,
      })),
    ),
    ...['p', 'c', 't', 'nobody'].map((q) => ({
      name: 'Search',
      path: `/api/v1/search?q=${q}&limit=2`,
      variables: { q, limit: 2 },
    })),
  ];
}

const idOf = (record: BundleRecord) => ('id' in record ? record.id : '');

/** Scores whose sums do not fit are covered by extremes.db.test.ts. */
function withSmallScores(record: BundleRecord): BundleRecord {
  if (record.type !== 'battle') return record;
  const [first, second] = record.sides;
  const small = (side: SideRecord) => ({
    ...side,
    victoryPoints: side.victoryPoints == null ? null : side.victoryPoints % 1_000,
  });
  return { ...record, sides: [small(first), small(second)] };
}

/** Compares every page of every route. Returns the names of the routes that answered. */
async function compare(records: BundleRecord[]): Promise<Set<string>> {
  await emptyDb(db);
  await load(db, records);
  await recomputeNow(db);
  await db.sql.query('UPDATE "player_rating" SET "provisional" = false');
  app = await createTestApp(db, { now: () => Date.parse('2026-07-01T12:00:00Z') });
  const answered = new Set<string>();
  for (const asked of everythingAbout(records)) {
    let page: Asked | null = asked;
    while (page !== null) {
      const { name, path, variables }: Asked = page;
      const response = await app.get(path);
      const text = await response.text();
      expect([path, text]).toStrictEqual([path, JSON.stringify(await overGraphql(page))]);
      if (response.ok) answered.add(name);
      const { next } = JSON.parse(text);
      const cursor: string | null = next ? new URL(next).searchParams.get('cursor') : null;
      page =
        cursor === null
          ? null
          : { name, path: next.slice('http://gateway.test'.length), variables: { ...variables, cursor } };
    }
  }
  await app.close();
  return answered;
}

/** Contains URLs, ETags and bodies of other routes; changes.db.test.ts compares those. */
const BY_ITSELF = 'Changes';

test('about a world with something of everything, every route answers and both APIs agree', async () => {
  expect([...(await compare(richWorld))].sort()).toStrictEqual(
    routes
      .map(({ name }) => name)
      .filter((name) => name !== BY_ITSELF)
      .sort(),
  );
});

test('about any world, both APIs agree, byte for byte', () =>
  fc.assert(
    fc.asyncProperty(arbitraryWorld, async (records) => {
      await compare(records.map(withSmallScores));
    }),
    { numRuns: runs(8), endOnFailure: true },
  ));
