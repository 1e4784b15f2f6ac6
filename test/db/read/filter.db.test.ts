// Both plans of a filtered page give the same rows, and neither reads much more than it returns.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ModelName } from '../../../src/db/one-statement/extension.js';
import { type ChosenFilters, chooseFilters, type Filter } from '../../../src/db/one-statement/filter.js';
import type { PageArgs } from '../../../src/db/one-statement/page.js';
import { facet, sameFaction, textFilter } from '../../../src/db/read/filter.js';
import { LISTINGS } from '../../../src/db/read/listing.js';
import { VISIBLE } from '../../../src/db/read/visibility.js';
import type { Sql } from '../../../src/db/sql.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();

/** Half of the players have the frequent faction, every 2,000th has the rare one, and one in twenty is called Zoe. */
const PLAYERS = 12_000;

beforeAll(async () => {
  await db.sql.script(`
    INSERT INTO "player" ("id", "name")
    SELECT 'p-' || n, CASE WHEN n % 20 = 0 THEN 'Zoe' ELSE 'Ann' END || ' ' || lpad(n::text, 5, '0')
    FROM generate_series(1, ${PLAYERS}) AS n`);
  // Written directly instead of by battles, which would take longer to load.
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
  'a name': [textFilter('player', 'zo')],
  'a rare name': [textFilter('player', 'z 02000')],
  'many with a name': [facet('faction', 'many'), textFilter('player', 'zoe')],
  'few with a name': [facet('faction', 'few'), textFilter('player', 'zoe')],
  'all that have battled, a name': [
    textFilter('player', 'a'),
    { relation: 'activity', where: { battles: { gte: 1 } } },
  ],
};

const PAGE = {
  parents: [''],
  where: {},
  range: {},
  filters: [],
  take: 20,
  fromEnd: false,
  after: null,
  before: null,
  withPositions: true,
  withBehind: false,
};
const SELECT = { id: true, name: true };

const choose = (filters: readonly Filter[]) => chooseFilters(db.sql, 'Player', VISIBLE.Player, filters);

describe.each(Object.entries(LISTINGS.players.by))('players, %s', (_order, listing) => {
  const read = async (filters: ChosenFilters, after: string | null) =>
    (await db.prisma.player.page(db.sql, { ...PAGE, listing, select: SELECT, after, filters })).pages[0];

  test.each(Object.entries(FILTERS))('%s: the same, whichever filter is looked up', async (_name, all) => {
    const chosen = await choose(all);
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const asked = await read({ all, lookedUp: null }, after);
      for (const lookedUp of all.keys()) expect(await read({ all, lookedUp }, after)).toStrictEqual(asked);
      expect(await read(chosen, after)).toStrictEqual(asked);
      if (!asked?.hasNext) break;
      after = asked.lastPosition;
    }
  });
});

test('the rarest is looked up if few have it', async () => {
  const chosen = async (name: string) => (await choose(FILTERS[name] ?? [])).lookedUp;
  expect(await chosen('none')).toBeNull();
  expect(await chosen('many')).toBeNull();
  expect(await chosen('few')).toBe(0);
  expect(await chosen('few with a name')).toBe(0);
  expect(await chosen('many with a name')).toBe(1);
  expect(await chosen('all that have battled, a name')).toBeNull();
});

/** Rows read when a rare value is looked up, or when the order of the listing is walked: never the whole table. */
const READ_AT_MOST = 3_000;

test.each(Object.keys(FILTERS))('%s: the plan does not read everything', async (name) => {
  const filters = await choose(FILTERS[name] ?? []);
  const page = { ...PAGE, listing: LISTINGS.players.first, select: SELECT, filters };
  expect(await rowsReadFor('player', page)).toBeLessThan(READ_AT_MOST);
});

describe('a faction in the battles of a club', () => {
  const BATTLES = 400;
  beforeAll(async () => {
    await db.sql.script(`
      INSERT INTO "club" ("slug", "name") VALUES ('den', 'Den');
      INSERT INTO "battle" ("id", "battle_size", "club_slug") SELECT 'b-' || n, 2000, 'den' FROM generate_series(1, ${BATTLES}) AS n;
      INSERT INTO "battle_side" ("battle_id", "position", "name", "faction", "outcome")
      SELECT 'b-' || n, p, 'Ann', CASE WHEN n = 1 THEN 'Once' ELSE 'Økofront' END, (ARRAY['win', 'loss'])[p]::outcome
      FROM generate_series(1, ${BATTLES}) AS n, generate_series(1, 2) AS p`);
    await db.sql.script('ANALYZE');
  });
  /** The same conditions as the filters of a club's battles. */
  const page = ({ faction, outcome }: { faction: string; outcome?: string }): PageArgs => {
    const sides = { some: { faction: sameFaction.recorded(faction), ...(outcome && { outcome }) } };
    const where = { factions: sameFaction.spellings(faction), battle: { sides } };
    const ofParent = { factions: { some: { faction: sameFaction.spelling(faction) } } };
    return { ...PAGE, listing: LISTINGS.clubBattles.first, select: BATTLE, parents: ['den'], where, ofParent };
  };
  const BATTLE = { battle: { select: { id: true } } };
  const rowsOf = async (args: PageArgs) => (await db.prisma.clubBattle.page(db.sql, args)).pages[0]?.rows;

  test('is found, whatever its case and accents', async () => {
    expect(await rowsOf(page({ faction: 'ONCE' }))).toStrictEqual([{ battle: { id: 'b-1' } }]);
    expect(await rowsOf(page({ faction: 'okofront' }))).toHaveLength(20);
  });

  test('that was never played there is not looked for in them', async () => {
    expect(await rowsReadFor('clubBattle', page({ faction: 'once' }))).toBeGreaterThan(BATTLES);
    expect(await rowsReadFor('clubBattle', page({ faction: 'nobody' }))).toBeLessThan(10);
  });

  test('with an outcome that no side of it has is asked of the sides, and no battle is read', async () => {
    const draws = page({ faction: 'okofront', outcome: 'draw' });
    expect(await rowsReadFor('clubBattle', draws, 'battle')).toBe(0);
    expect(await rowsReadFor('clubBattle', page({ faction: 'okofront' }), 'battle')).toBeGreaterThan(0);
  });
});

test('factions that were played once are found by the index of their events, however many events others have', async () => {
  const [common, rare, events] = [6, 3, 1_000];
  await db.sql.script(`
    SET session_replication_role = replica;
    INSERT INTO "tournament" ("slug", "name", "published", "battle_size") SELECT 't-' || n, 'T', true, 2000 FROM generate_series(1, ${events}) AS n;
    INSERT INTO "tournament_statistics" ("tournament_slug", "players", "factions", "results", "field")
    SELECT 't-' || n, 0, '{}', '', '' FROM generate_series(1, ${events}) AS n;
    INSERT INTO "faction" ("id", "slug", "name") SELECT n, 'f-' || n, 'F ' || n FROM generate_series(1, ${common + rare}) AS n;
    INSERT INTO "faction_event" ("faction_id", "tournament_slug")
    SELECT f, 't-' || n FROM generate_series(1, ${events}) AS n, generate_series(1, ${common}) AS f;
    INSERT INTO "faction_event" ("faction_id", "tournament_slug") SELECT f, 't-1' FROM generate_series(${common + 1}, ${common + rare}) AS f;
    RESET session_replication_role;
    ANALYZE`);
  const page = { ...PAGE, listing: LISTINGS.factions.first, select: { slug: true }, take: 100 };
  expect((await db.prisma.faction.page(db.sql, page)).pages[0]?.rows).toHaveLength(common + rare);
  // As in a table so large that the first of many rows is expected sooner in it than by the index.
  const large = ['seq_page_cost = 0.01', 'random_page_cost = 20'];
  expect(await rowsReadFor('faction', page, 'faction_event', large)).toBe(common + rare);
});

/** Rows read by all scans of the page's statement, or by those of one table. */
async function rowsReadFor(
  model: ModelName,
  page: PageArgs,
  table?: string,
  settings = ['enable_seqscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off'],
): Promise<number> {
  const asked: [string, unknown[]][] = [];
  const listening = {
    queryPrepared: async (...of: [string, unknown[]]) => asked.splice(0, 1, of),
  } as unknown as Sql;
  await db.modelsOn(listening)[model].page(page);
  const [[statement, values] = ['', []]] = asked;
  const rows = await db.sql.transaction(async (sql) => {
    await sql.query('SET LOCAL plan_cache_mode = force_generic_plan');
    // Forces the plan that would be chosen for much larger tables.
    for (const setting of settings) await sql.query(`SET LOCAL ${setting}`);
    return sql.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, values);
  });
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error('there is no plan');
  return rowsRead(plan.Plan, table);
}

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

function rowsRead(node: Node, table?: string): number {
  const isCounted = table === undefined ? node['Node Type'].includes('Scan') : node['Relation Name'] === table;
  const own = isCounted ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0;
  return own + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each, table), 0);
}
