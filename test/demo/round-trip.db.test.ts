import { type BundleRecord, recordSchemas } from '@battle-results/bundle-format/record';
import { expect, test } from 'vitest';
import { demoWorld, WORLD_DAY } from '../../src/demo/world.js';
import { createTestApp } from '../support/app.js';
import { exportAll, importAll } from '../support/bundle.js';
import { openTestDb } from '../support/database.js';

const db = await openTestDb();
const world = [...demoWorld(WORLD_DAY)];
const tournaments = world.filter((record) => record.type === 'tournament');

test('the demo world makes the round trip, and nothing about it is doubtful', async () => {
  const doubts: unknown[] = [];
  await importAll(db, world, { onDoubt: (doubt) => doubts.push(doubt) });
  expect(doubts).toStrictEqual([]);
  const lines = await exportAll(db);
  const hint = 'a key that only an export has: write it in scripts/demo-world, then npm run demo:make';
  expect(
    lines.map((line) => JSON.parse(line)),
    hint,
  ).toStrictEqual(sorted(world));
  // Only PostgreSQL has another one at hand; into the embedded database it is imported a second time.
  const other = db.embedded ? db : await openTestDb();
  await importAll(other, lines);
  expect(await exportAll(other)).toStrictEqual(lines);
}, 180_000);

const app = await createTestApp(db);

test('final placements are those of the board in plain Swiss, and nobody who never played has one', async () => {
  let tied = 0;
  for (const { slug, participants = [], stages = [], groups } of tournaments) {
    if (!participants.some((participant) => participant.finalPlacement)) continue;
    const ranks = await ranksOf(slug);
    for (const { entry, finalPlacement } of participants) expect(finalPlacement !== null).toBe(ranks.has(entry));
    tied += ranks.size - new Set(ranks.values()).size;
    if (groups || stages.some((stage) => stage.id === 'knockout')) continue;
    for (const { entry, finalPlacement } of participants) {
      expect([slug, entry, finalPlacement ?? undefined]).toStrictEqual([slug, entry, ranks.get(entry)]);
    }
  }
  expect(tied).toBeGreaterThan(0);
});

test('the knockout takes the top of the board, and brackets decide the places they are for', async () => {
  for (const { slug, participants = [], stages = [], bracketMatches = [], groups, status } of tournaments) {
    const stage = stages.find(({ id }) => id === 'knockout');
    const first = bracketMatches.filter((match) => match.stage === 'knockout' && match.roundNumber === 1);
    const inside = first.flatMap((match) => match.players);
    if (!stage || inside.length === 0) continue;
    expect(inside.length).toBe(stage.players);
    const ranks = await ranksOf(slug);
    const best = (entry: number) => ranks.get(entry) ?? 999;
    const staying = participants.filter(({ dropped }) => !dropped).map(({ entry }) => entry);
    const groupOf = new Map(participants.map(({ entry, group }) => [entry, group]));
    for (const out of staying.filter((entry) => !inside.includes(entry))) {
      for (const entry of inside) {
        if (!groups || groupOf.get(entry) === groupOf.get(out)) expect(best(entry)).toBeLessThanOrEqual(best(out));
      }
    }
    if (status !== 'finished' || participants.every((participant) => participant.finalPlacement === null)) continue;
    const place = (entry: number) => participants.find((one) => one.entry === entry)?.finalPlacement ?? 999;
    const final = bracketMatches.find((match) => match.round === 'Final');
    expect(final?.players.map(place).sort()).toStrictEqual([1, 2]);
    for (const { players, winner } of bracketMatches) {
      const loser = players.find((entry) => entry !== winner);
      expect(place(winner ?? 0)).toBeLessThan(place(loser ?? 0));
    }
    for (const { id } of stages.filter((one) => one.id.startsWith('placement-') && one.type === 'bracket')) {
      const [low = 0, high = low + 1] = id.split('-').slice(1).map(Number);
      const places = new Set(bracketMatches.filter((match) => match.stage === id).flatMap((m) => m.players.map(place)));
      expect([...places].sort((a, b) => a - b)).toStrictEqual(
        Array.from({ length: high - low + 1 }, (_, n) => low + n),
      );
    }
    if (!groups) expect(inside.map(place).every((one) => one <= (stage.players ?? 0))).toBe(true);
  }
});

/** The ranks by entry on the Swiss board, of those who have one. */
async function ranksOf(slug: string): Promise<Map<number, number>> {
  await db.sql.query('UPDATE "tournament" SET "published" = true WHERE "slug" = $1', [slug]);
  const query = `{ standings(tournament: "${slug}", stage: "swiss") { ... on Board { rows { rank participant { id } } } } }`;
  const { rows } = (await app.graphql(query)).body.data.standings;
  const entryOf = (id: string) => Number(Buffer.from(id, 'base64url').toString().split('/').at(-1));
  return new Map(
    rows.flatMap(({ rank, participant }: { rank: number | null; participant: { id: string } }) =>
      rank === null ? [] : [[entryOf(participant.id), rank]],
    ),
  );
}

/** Records in the order of an export. */
function sorted(world: BundleRecord[]): BundleRecord[] {
  const types = Object.keys(recordSchemas);
  const keyOf = (record: BundleRecord) => ('slug' in record ? record.slug : 'id' in record ? record.id : record.name);
  const bytes = (record: BundleRecord) => Buffer.from(keyOf(record));
  return world.toSorted(
    (one, two) => types.indexOf(one.type) - types.indexOf(two.type) || Buffer.compare(bytes(one), bytes(two)),
  );
}
