// Both APIs agree: a route's body equals the answer of its operation over GraphQL, converted to the format of the
// specification by code that is independent of the one in the service.

import type { BundleRecord, SideRecord } from '@battle-results/bundle-format/record';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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

/** Contains URLs, ETags and bodies of other routes; changes.db.test.ts compares those. */
const BY_ITSELF = 'Changes';

// biome-ignore lint/suspicious/noExplicitAny: parts of bodies.
type Json = any;
type Asked = { name: string; path: string; variables: Record<string, unknown> };

/** The body of the same answer, from GraphQL. */
async function overGraphql({ name, path, variables }: Asked): Promise<Json> {
  const { status, body } = await app.graphql({ documentId: name }, variables);
  const [error] = body.errors ?? [];
  if (error) return { error: { status, message: error.message, code: error.extensions.code } };
  return bodyOf(body.data, (cursor) => {
    const query = new URLSearchParams(path.split('?')[1]);
    query.set('cursor', cursor);
    return `http://gateway.test${path.split('?')[0]}?${query}`;
  });
}

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

/** One of `data`: a route whose things have another form over REST is translated here. */
function entryBody(entry: Json): Json {
  if (entry.stages) return tournamentBody(entry);
  if (Array.isArray(entry.players) && entry.scenario !== undefined) return battleBody(entry);
  const { rating, ...rest } = 'rank' in entry ? without(entry, ['group']) : entry;
  return { ...rest, ...(rest.type && { type: String(rest.type).toLowerCase() }), ...(rating as object) };
}

/** What is around `data` gives its keys to the body. */
function bodyOf(answer: Json, address: (cursor: string) => string): Json {
  const isAround = (value: Json): boolean =>
    value?.constructor === Object && ('data' in value || Object.values(value).some(isAround));
  return Object.fromEntries(
    Object.entries<Json>(answer).flatMap(([key, value]) => {
      if (key === 'data') return [[key, Array.isArray(value) ? value.map(entryBody) : entryBody(value)]];
      if (key === 'next') return [[key, value === null ? null : address(value)]];
      return isAround(value) ? Object.entries(bodyOf(value, address)) : [[key, value]];
    }),
  );
}

const NARROWED = [{}, { draws: 'OMIT' }, { country: 'norway' }];
/** What a route is asked for beside all it has. */
const QUERIES: Record<string, Record<string, string>[]> = {
  Tournaments: [
    {},
    ...['planned', 'ongoing', 'finished'].map((status) => ({ status })),
    { from: '1999-12-31', to: '2000-12-31' },
  ],
  Clubs: [{}, { q: 'c' }, { country: 'norway' }, { city: 'nowhere' }],
  FactionStatistics: NARROWED,
  MatchupStatistics: NARROWED,
  Search: ['p', 'c', 't', 'nobody'].map((q) => ({ q })),
};
const THINGS: Record<string, BundleRecord['type']> = {
  tournaments: 'tournament',
  clubs: 'club',
  users: 'player',
  battles: 'battle',
};

/** All requests about this world, and some for entities that do not exist. */
function everythingAbout(records: BundleRecord[]): Asked[] {
  return routes.flatMap(({ name, path, parameters }): Asked[] => {
    if (name === BY_ITSELF) return [];
    const [, things = '', variable] = /^\/(\w+)\/\{(\w+)\}/.exec(path) ?? [];
    const limit = parameters.some((each) => each.name === 'limit') ? { limit: 2 } : {};
    const ask = (key: string | null, query: Record<string, string>): Asked => ({
      name,
      path: `/api/v1${path.replace(/\{\w+\}/, encodeURIComponent(key ?? ''))}?${new URLSearchParams({ ...query, ...limit } as never)}`,
      variables: { ...(variable && { [variable]: key }), ...query, ...limit },
    });
    if (!variable) return (QUERIES[name] ?? [{}]).map((query) => ask(null, query));
    const about = records.filter(({ type }) => type === THINGS[things]);
    const stages = about.flatMap((record) =>
      record.type === 'tournament' && name === 'TournamentStandings'
        ? (record.stages ?? []).map(({ id }) => ask(record.slug, { stage: id }))
        : [],
    );
    const keys = about.map((record) => ('slug' in record ? record.slug : idOf(record)));
    return [...[...keys, 'nobody'].map((key) => ask(key, {})), ...stages];
  });
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
      const translated = JSON.stringify(await overGraphql(page));
      expect([path, text], `if ${name} is right to differ, translate it in entryBody`).toStrictEqual([
        path,
        translated,
      ]);
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
