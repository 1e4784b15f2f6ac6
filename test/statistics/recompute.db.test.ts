// A third party gets the same figures, to the last digit, from an export alone and in another language.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import type { Db } from '../../src/db/client.js';
import { createTestApp, openTestApp, type TestApp } from '../support/app.js';
import { openDemoDb } from '../support/demo-database.js';
import { atFileEnd } from '../support/file-end.js';
import { battle, battlePack, EMPTY_LIST, tournament } from '../support/world.js';

const run = (script: string, ...args: string[]) => {
  const file = fileURLToPath(new URL(`../../docs/${script}`, import.meta.url));
  return JSON.parse(execFileSync('python3', [file, ...args], { maxBuffer: 2 ** 28 }).toString());
};
const hasPython = spawnSync('python3', ['--version']).status === 0;

type Named = { faction: { slug: string; name: string }; opponent?: { slug: string }; aboveExpectation: object };

describe.skipIf(!hasPython && !process.env.REQUIRE_PYTHON)('in Python', () => {
  let db: Db;
  let app: TestApp;
  let bundle: string;

  beforeAll(async () => {
    db = await openDemoDb();
    app = await createTestApp(db);
    bundle = await bundleOf(db);
  }, 120_000);

  test.each([
    {},
    { draws: 'ZERO', country: 'united kingdom' },
    { draws: 'OMIT', minPlayers: 32 },
    { battlePack: 'Pitched Clash 2025', from: '2024-01-01', to: '2025-12-31' },
    { club: 'northern-legion' },
  ])('%j', async (asked) => {
    const ours = await figuresOf(app, asked);
    expect(ours).toStrictEqual(run('recompute.py', bundle, JSON.stringify(asked)));
    const slugs = Object.keys(ours.factions);
    expect(slugs).toStrictEqual(slugs.toSorted());
  });

  test('names that differ in case, accents and the forms of letters are one', async () => {
    const names = [
      'Élan  Doré',
      'e\u0301lan dore',
      'ELAN DORÉ',
      'Łódź',
      'lodz',
      '“Ænir’s”',
      '"aenir\'s"',
      'Ёлка',
      'елка',
      'שָׁלוֹם',
    ];
    const { db: accented, app: front } = await openTestApp([
      battlePack({ name: 'Größe' }),
      tournament({
        battlePack: 'Größe',
        participants: names.map((faction, at) => ({ entry: at + 1, name: `P${at}`, list: { ...EMPTY_LIST, faction } })),
      }),
      ...names.slice(1).map((faction, at) =>
        battle(`b-${at}`, {
          round: at + 1,
          sides: [
            { entry: at + 1, faction: names[at] ?? null, outcome: 'win' },
            { entry: at + 2, faction, outcome: 'loss' },
          ],
        }),
      ),
    ]);
    const file = await bundleOf(accented);
    for (const asked of [{}, { battlePack: 'GROSSE' }]) {
      const ours = await figuresOf(front, asked);
      expect(Object.keys(ours.factions)).toHaveLength(5);
      expect(ours).toStrictEqual(run('recompute.py', file, JSON.stringify(asked)));
    }
  });

  test('places, as recorded and as derived', async () => {
    const rows = await db.sql.query<{ slug: string; entry: number; place: number }>(
      `SELECT t."slug", p."entry", coalesce(p."final_placement", d."place") AS "place"
       FROM "tournament" t LEFT JOIN "participant" p ON p."tournament_slug" = t."slug" LEFT JOIN "derived_place" d ON d."participant_id" = p."id"`,
    );
    const places: Record<string, Record<string, number>> = {};
    for (const { slug, entry, place } of rows) places[slug] = { ...places[slug], ...(place && { [entry]: place }) };
    expect(Object.values(places).filter((each) => Object.keys(each).length > 0).length).toBeGreaterThan(5);
    expect(run('recompute_places.py', bundle)).toStrictEqual(places);
  });

  test('ratings, figures above what they expected, and how well they and Elo predicted', async () => {
    const theirs = run('recompute_ratings.py', bundle);
    const expected = new Map<string, object>(Object.entries(theirs.aboveExpectation));
    const data = async (path: string) => (await (await app.get(`/api/v1/statistics/${path}`)).json()).data as Named[];
    const NOTHING = {
      ...{ value: null, n: 0, events: 0, wilson: null, byEvent: null, byPlayer: null, interval: null },
      reliable: false,
    };
    const estimate =
      'aboveExpectation { value n events wilson { low high } byEvent { low high } byPlayer { low high } interval { low high } reliable }';
    const { body } = await app.graphql(
      `{ statistics { matchups { faction { slug } opponent { slug } ${estimate} } } }`,
    );
    for (const { faction, opponent, aboveExpectation } of [
      ...(await data('factions')),
      ...body.data.statistics.matchups,
    ]) {
      const key = opponent ? `${faction.slug} ${opponent.slug}` : faction.slug;
      expect([key, aboveExpectation]).toStrictEqual([key, expected.get(key) ?? NOTHING]);
      expected.delete(key);
    }
    expect([...expected.keys()]).toStrictEqual([]);
    const rows = await db.sql.query<{ id: string; value: number; deviation: number }>(
      `SELECT "player_id" AS "id", "value", "deviation" FROM "player_rating"`,
    );
    const ours = Object.fromEntries(rows.map(({ id, ...rating }) => [id, rating]));
    expect(ours).toStrictEqual(theirs.ratings);
    expect(Object.keys(theirs.ratings).length).toBeGreaterThan(50);
    const predicted = await app.graphql('{ ratingMethod { prediction { battles since logLoss elo even } } }');
    expect(predicted.body.data.ratingMethod.prediction).toStrictEqual(theirs.prediction);
  });
});

/** The figures of both routes, as recompute.py gives them. */
async function figuresOf(app: TestApp, asked: object) {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const read = async (path: string) => {
    const response = await app.get(`/api/v1/statistics/${path}?${query}`);
    expect(response.status).toBe(200);
    const { method, methodUrl, data, ...sample } = (await response.json()) as Record<string, unknown>;
    expect([method, methodUrl]).toStrictEqual(['factions-4', 'https://battles.example/method']);
    return { sample, data: data as Named[] };
  };
  const [factions, matchups] = [await read('factions'), await read('matchups')];
  expect(matchups.sample).toStrictEqual(factions.sample);
  return {
    ...factions.sample,
    factions: Object.fromEntries(
      factions.data.map(({ faction, aboveExpectation, ...figures }) => [faction.slug, figures]),
    ),
    matchups: Object.fromEntries(
      matchups.data.map(({ faction, opponent, aboveExpectation, ...figures }) => [
        `${faction.slug} ${opponent?.slug}`,
        figures,
      ]),
    ),
  };
}

async function bundleOf(db: Db): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'recompute-'));
  atFileEnd(() => rmSync(folder, { recursive: true }));
  const bundle = join(folder, 'bundle.jsonl');
  const lines: string[] = [];
  await exportLines(db, async (more) => void lines.push(...more));
  writeFileSync(bundle, lines.join('\n'));
  return bundle;
}
