// The listings: which rows, in which order. A page is read for any number of parents in one statement, by the key
// of the order and never by OFFSET, so a deep page costs what the first one costs.
import type { DateWindow } from '../date-window.js';
import { PAGE_SIZE_MAX } from '../page.js';
import type { Noun } from './noun.js';
import type { Sets } from './packed.js';
import { type Sql, taken } from './sql.js';
import { battleIsListed, CLUBS, PLAYERS, type Things, TOURNAMENTS, tournamentIsVisible } from './visibility.js';

export type Filters = DateWindow & { status: string | null };
export type PageRequest = Filters & { after: string | null; size: number };
export type Page<Row> = {
  rows: Row[];
  /** Where the following page starts, or null on the last one. */
  nextKey: string | null;
  /** Whether there is a parent to be seen. */
  hasParent: boolean;
};

type Source = {
  /** With the entries' own table, under the name by which they are known (see visibility.ts). */
  from: string;
  parent: { key: string; of: Things } | null;
  id: string;
  key: string;
  order: 'ASC' | 'DESC';
  where: string;
};

const listings = {
  tournaments: {
    from: '"tournament" t',
    parent: null,
    id: 't."slug"',
    key: 't."newest"',
    order: 'DESC',
    where: tournamentIsVisible('t'),
  },
  clubs: {
    from: '"club" c',
    parent: null,
    id: 'c."slug"',
    key: 'c."alphabetical"',
    order: 'ASC',
    where: CLUBS.visible,
  },
  clubTournaments: {
    from: '"tournament" t',
    parent: { key: 't."club_slug"', of: CLUBS },
    id: 't."slug"',
    key: 't."newest"',
    order: 'DESC',
    where: tournamentIsVisible('t'),
  },
  clubBattles: {
    from: '"club_battle" c JOIN "battle" b ON b."id" = c."battle_id"',
    parent: { key: 'c."club_slug"', of: CLUBS },
    id: 'c."battle_id"',
    key: 'c."newest"',
    order: 'DESC',
    where: battleIsListed('b'),
  },
  playerBattles: {
    from: '"battle_side" s JOIN "battle" b ON b."id" = s."battle_id"',
    parent: { key: 's."player_id"', of: PLAYERS },
    id: 's."battle_id"',
    key: 's."newest"',
    order: 'DESC',
    where: battleIsListed('b'),
  },
  playerParticipations: {
    from: '"participant" p JOIN "tournament" t ON t."slug" = p."tournament_slug"',
    parent: { key: 'p."player_id"', of: PLAYERS },
    id: 'p."id"',
    key: 't."newest"',
    order: 'DESC',
    where: tournamentIsVisible('t'),
  },
  tournamentBattles: {
    from: '"battle" b',
    parent: { key: 'b."tournament_slug"', of: TOURNAMENTS },
    id: 'b."id"',
    key: 'b."newest"',
    order: 'DESC',
    where: 'true',
  },
  tournamentParticipants: {
    from: '"participant" p',
    parent: { key: 'p."tournament_slug"', of: TOURNAMENTS },
    id: 'p."id"',
    key: 'p."alphabetical"',
    order: 'ASC',
    where: 'true',
  },
} satisfies Record<string, Source>;

export type Listing = keyof typeof listings;

/** One page for each parent, in the order of `parents`. A listing of everything has the one parent ''. */
export function readPages<Row, Part extends string>(
  sql: Sql,
  listing: Listing,
  parents: readonly string[],
  request: PageRequest,
  noun: Noun<Row, Part>,
  asked: ReadonlySet<Part>,
): Promise<Page<Row>[]> {
  const { value, unpack } = noun.reading(asked);
  const rowsOf = (sets: Sets) => unpack(sets).rows;
  return read(sql, listings[listing], parents, request, { columns: `${noun.as}.*`, value, rowsOf });
}

/** The same, with nothing but the ids as rows. */
export function readPagesOfIds(
  sql: Sql,
  listing: Listing,
  parents: readonly string[],
  request: PageRequest,
): Promise<Page<string>[]> {
  const source = listings[listing];
  const value = '(SELECT json_agg("id"::text) FROM "page")';
  const rowsOf = (ids: string[] | null) => ids ?? [];
  return read(sql, source, parents, request, { columns: `${source.id} AS "id"`, value, rowsOf });
}

/** How many there are for each parent, whatever the page. */
export async function readCounts(
  sql: Sql,
  listing: Listing,
  parents: readonly string[],
  filters: Filters,
): Promise<number[]> {
  const source: Source = listings[listing];
  const { conditions, values } = filtered(source, filters, [parents]);
  const rows = await sql.often<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM ${source.from} WHERE ${conditions.join(' AND ')}) AS "count"
     FROM unnest($1::text[]) WITH ORDINALITY AS "parent"("key", "nth") ORDER BY "nth"`,
    values,
  );
  return rows.map(({ count }) => count);
}

/** What is read: columns of the listing, and the value of a "page" of them. */
type Entries<Value, Row> = { columns: string; value: string; rowsOf: (value: Value) => Row[] };

async function read<Value, Row>(
  sql: Sql,
  source: Source,
  parents: readonly string[],
  { after, size, ...filters }: PageRequest,
  { columns, value, rowsOf }: Entries<Value, Row>,
): Promise<Page<Row>[]> {
  const { conditions, values } = filtered(source, filters, [parents]);
  const given = (one: unknown) => `$${values.push(one)}`;
  if (after !== null) conditions.push(`${source.key} ${source.order === 'DESC' ? '<' : '>'} ${given(after)}`);
  // A whole page is one value: the driver takes longer over a hundred small ones. One row more than was asked for shows
  // that there is a next page, and is not given out.
  const pages = await sql.often<{ value: Value; last: string | null; hasParent: boolean }>(
    `SELECT "whole".*, ${hasParent(source)} AS "hasParent"
     FROM unnest($1::text[]) WITH ORDINALITY AS "parent"("key", "nth") CROSS JOIN LATERAL (
       WITH "page" AS MATERIALIZED (
         SELECT *, row_number() OVER () AS "nth" FROM (
           SELECT ${columns}, ${source.key} AS "order" FROM ${source.from}
           WHERE ${conditions.join(' AND ')} ORDER BY ${source.key} ${source.order} LIMIT ${ROWS_MAX}
         ) AS "most" LIMIT ${given(size + 1)}
       )
       SELECT ${value} AS "value", (SELECT "order" FROM "page" WHERE "nth" = ${given(size)}) AS "last"
     ) AS "whole" ORDER BY "parent"."nth"`,
    values,
  );
  return taken(pages, ({ value, last, hasParent }) => {
    const rows = rowsOf(value);
    return { rows: rows.slice(0, size), nextKey: rows.length > size ? last : null, hasParent };
  });
}

function hasParent({ parent }: Source): string {
  if (!parent) return 'true';
  const { table, as, key, visible } = parent.of;
  // Not EXISTS, for which all of the table may be read.
  return `(SELECT true FROM ${table} ${as} WHERE ${key} = "parent"."key" AND ${visible}) IS NOT NULL`;
}

/** Keys that say "newest first" begin with the date, so a window of dates is a range of keys. */
function filtered(source: Source, { from, to, status }: Filters, values: unknown[]) {
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [source.where];
  if (source.parent) conditions.push(`${source.parent.key} = "parent"."key"`);
  if (status !== null) conditions.push(`t."status" = ${value(status)}::"tournament_status"`);
  if (from !== null || to !== null) conditions.push(`${source.key} >= ${value(from ?? EARLIEST_DAY)}`);
  if (to !== null) conditions.push(`${source.key} < ${value(`${to}${AFTER_ANY_KEY_OF_THE_DAY}`)}`);
  return { conditions, values };
}

/** Said as a number as well, so that a plan made for pages of any size knows how small they are. */
const ROWS_MAX = PAGE_SIZE_MAX + 1;

/** Rows without a date have keys below this one. */
const EARLIEST_DAY = '0001-01-01';
const AFTER_ANY_KEY_OF_THE_DAY = '~';
