import type { BattleRecord, BundleRecord } from '@battle-results/bundle-format/record';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { runs } from '../support/runs.js';
import { battle, load, tournament } from '../support/world.js';

const PLAYERS = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];
const FIGURES = ['battles', 'wins', 'draws', 'losses', 'battlePoints', 'victoryPoints', 'victoryPointsDiff'] as const;
type Row = Record<(typeof FIGURES)[number], number> & { rank: number | null; name: string; rankedBy: number[] };
type Side = { name: string; outcome: string | null; battlePoints: number | null; victoryPoints: number | null };
type Game = Pick<BattleRecord, 'sides' | 'round' | 'archived'>;

/** Few points and few players, so that ties are common; decimals that floating-point numbers do not add exactly. */
const points = fc.constantFrom(0, 0.1, 0.2, 0.3, 10, 20, 1_000_000, -999_999.9999, 0.0001, null);
const entries = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).filter(([a, b]) => a !== b);
const outcomes = fc.constantFrom(['win', 'loss'], ['loss', 'win'], ['draw', 'draw'], [null, null]);
const side = fc.record({ battlePoints: points, victoryPoints: fc.option(fc.integer({ min: 0, max: 3 })) });
const game: fc.Arbitrary<Game> = fc
  .tuple(entries, outcomes, side, side, fc.integer({ min: 1, max: 3 }), fc.boolean())
  .map(([[a, b], [x, y], first, second, round, archived]) => ({
    round,
    archived,
    sides: [
      { entry: a, outcome: x, ...first },
      { entry: b, outcome: y, ...second },
    ] as BattleRecord['sides'],
  }));
const games = fc.array(game, { maxLength: 10 });
let app: TestApp;
const db = await openTestDb();

/** A tournament with these battles, loaded in this order. */
const event = (slug: string, drawn: Game[], rest: object = {}): BundleRecord[] => [
  tournament({ slug, participants: PLAYERS, ...rest }),
  ...drawn.map((one, index) => battle(`${slug}-${index}`, { tournament: slug, ...one })),
];

async function boards(records: BundleRecord[], slugs: string[]): Promise<Record<string, Row[]>> {
  await emptyDb(db);
  await load(db, records);
  app = await createTestApp(db);
  const { body } = await app.graphql(
    `{ ${slugs.map((slug) => `${slug}: standings(tournament: "${slug}") { ...Rows }`)} }
     fragment Rows on Board { rows { rank name rankedBy ${FIGURES.join(' ')} } }`,
  );
  expect(body.errors).toBeUndefined();
  return Object.fromEntries(slugs.map((slug) => [slug, body.data[slug].rows]));
}

const holds = <Values>(arbitrary: fc.Arbitrary<Values>, check: (values: Values) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: runs(10) });

test('the totals of a board equal the sums over its battles', () =>
  holds(games, async (drawn) => {
    const { event: rows = [] } = await boards(event('event', drawn), ['event']);
    const { body } = await app.graphql(
      `{ tournament(slug: "event") { battles(first: 100) { nodes {
        players { name outcome battlePoints victoryPoints }
      } } } }`,
    );
    const battles: Side[][] = body.data.tournament.battles.nodes.map(({ players }: { players: Side[] }) => players);
    expect(battles).toHaveLength(drawn.length);
    for (const row of rows) {
      const fought = battles.filter((players) => players.some(({ name }) => name === row.name));
      const own = fought.flatMap((players) => players.filter(({ name }) => name === row.name));
      const others = fought.flatMap((players) => players.filter(({ name }) => name !== row.name));
      const total = (sides: Side[], key: 'battlePoints' | 'victoryPoints') =>
        sides.reduce((sum, one) => sum + (one[key] ?? 0), 0);
      const ended = (outcome: string) => own.filter((one) => one.outcome === outcome).length;
      const units = own.reduce((sum, one) => sum + BigInt(Math.round((one.battlePoints ?? 0) * 10_000)), 0n);
      expect(row.battlePoints).toBe(Number(units) / 10_000);
      expect(row).toMatchObject({
        battles: own.length,
        wins: ended('win'),
        draws: ended('draw'),
        losses: ended('loss'),
        victoryPoints: total(own, 'victoryPoints'),
        victoryPointsDiff: total(own, 'victoryPoints') - total(others, 'victoryPoints'),
      });
    }
  }));
