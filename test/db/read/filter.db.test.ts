// Both ways to a filtered page give the same rows, and neither reads much more than it shows.
import { beforeAll, describe, expect, test } from 'vitest';
import { chooseFilters, type Filter, facet } from '../../../src/db/read/filter.js';
import { LISTINGS } from '../../../src/db/read/listing.js';
import { readPages } from '../../../src/db/read/page.js';
import type { Sql } from '../../../src/db/sql.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();

/** Every second has played what many play, every 2,000th what few do, and one in twenty is called Zoe. */
const PLAYERS = 12_000;

beforeAll(async () => {
  await db.sql.script(`
    INSERT INTO "player" ("id", "name")
    SELECT 'p-' || n, CASE WHEN n % 20 = 0 THEN 'Zoe' ELSE 'Ann' END || ' ' || lpad(n::text, 5, '0')
    FROM generate_series(1, ${PLAYERS}) AS n`);
  // As if they had battled, which would take longer to load.
  await db.sql.script(`
    INSERT INTO "player_facet" ("player_id", "facet")
    SELECT 'p-' || n, CASE WHEN n % 2000 = 0 THEN 'faction few' WHEN n % 2 = 0 THEN 'faction many' ELSE 'faction others' END
    FROM generate_series(1, ${PLAYERS}) AS n;
    INSERT INTO "player_facet" ("player_id", "facet")
    SELECT 'p-' || n, 'club c-' || n % 600 FROM generate_series(1, ${PLAYERS}) AS n;
    UPDATE "player_activity" SET "battles" = 1`);
  await db.sql.script('ANALYZE');
});

const FILTERS: Record<string, Filter[]> = {
  none: [],
  many: [facet('faction', 'many')],
  few: [facet('faction', 'FEW')],
  nothing: [facet('faction', 'nothing')],
  'a name': [{ kind: 'player', text: 'zo' }],
  'a rare name': [{ kind: 'player', text: 'z 02000' }],
  'many with a name': [facet('faction', 'many'), { kind: 'player', text: 'zoe' }],
  'few with a name': [facet('faction', 'few'), { kind: 'player', text: 'zoe' }],
  'all that have battled, a name': [
    { kind: 'player', text: 'a' },
    { relation: 'activity', where: { battles: { gte: 1 } } },
  ],
};

const PAGE = { where: {}, range: {}, take: 20, fromEnd: false, before: null, keys: true, behind: false };
const SELECT = { id: true, name: true };

describe.each(Object.entries(LISTINGS.players.by))('players, %s', (_order, listing) => {
  const read = async (all: Filter[], lookedUp: number | null, after: string | null) =>
    (await readPages(db.sql, listing, SELECT, [''], { ...PAGE, after, filters: { all, lookedUp } }))[0];

  test.each(Object.entries(FILTERS))('%s: the same, whichever filter is looked up', async (_name, all) => {
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const asked = await read(all, null, after);
      for (const at of all.keys()) expect(await read(all, at, after)).toStrictEqual(asked);
      if (!asked?.hasNext) break;
      after = asked.lastKey;
    }
  });
});

test('the rarest is looked up if few have it', async () => {
  const chosen = async (name: string) =>
    (await chooseFilters(db.sql, LISTINGS.players.first, FILTERS[name] ?? [])).lookedUp;
  expect(await chosen('none')).toBeNull();
  expect(await chosen('many')).toBeNull();
  expect(await chosen('few')).toBe(0);
  expect(await chosen('few with a name')).toBe(0);
  expect(await chosen('many with a name')).toBe(1);
  expect(await chosen('all that have battled, a name')).toBeNull();
});

/** Looking for all of what is rare, or for what stands next to each other: never at all there is. */
const READ_AT_MOST = 3_000;

test.each(Object.keys(FILTERS))('%s: the plan does not read everything', async (name) => {
  const all = FILTERS[name] ?? [];
  const listing = LISTINGS.players.first;
  const filters = await chooseFilters(db.sql, listing, all);
  const asked: [string, unknown[]][] = [];
  const listening = {
    often: async (...of: [string, unknown[]]) => asked.splice(0, 1, of),
  } as unknown as Sql;
  await readPages(listening, listing, SELECT, [''], { ...PAGE, after: null, filters });
  const [[statement, values] = ['', []]] = asked;
  const rows = await db.sql.transaction(async (sql) => {
    await sql.query('SET LOCAL plan_cache_mode = force_generic_plan');
    return sql.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, values);
  });
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  expect(plan).toBeDefined();
  expect(plan ? rowsRead(plan.Plan) : 0).toBeLessThan(READ_AT_MOST);
});

type Node = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

/** By all scans together. */
function rowsRead(node: Node): number {
  const own = node['Node Type'].includes('Scan')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0;
  return own + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
}
