// The listings: which rows, in which order. A page is read for any number of parents in one statement, by the key
// of the order and never by OFFSET, so a deep page costs what the first one costs. Gives ids only; the rows behind
// them are read by whoever knows which columns are asked for.
import type { DateWindow } from '../date-window.js';
import type { Sql } from './sql.js';
import { battleIsListed, tournamentIsVisible } from './visibility.js';

export type Filters = DateWindow & { status: string | null };
export type PageRequest = Filters & { after: string | null; size: number };
/** `ids` are those of the page; `nextKey` is where the following page starts, or null on the last one. */
export type Page = { ids: string[]; nextKey: string | null };

type Source = { from: string; parent: string | null; id: string; key: string; order: 'ASC' | 'DESC'; where: string };

const listings = {
  tournaments: {
    from: '"tournament" t',
    parent: null,
    id: 't."slug"',
    key: 't."newest"',
    order: 'DESC',
    where: tournamentIsVisible('t'),
  },
  clubs: { from: '"club" c', parent: null, id: 'c."slug"', key: 'c."alphabetical"', order: 'ASC', where: 'true' },
  clubTournaments: {
    from: '"tournament" t',
    parent: 't."club_slug"',
    id: 't."slug"',
    key: 't."newest"',
    order: 'DESC',
    where: tournamentIsVisible('t'),
  },
  clubBattles: {
    from: '"club_battle" c JOIN "battle" b ON b."id" = c."battle_id"',
    parent: 'c."club_slug"',
    id: 'c."battle_id"',
    key: 'c."newest"',
    order: 'DESC',
    where: battleIsListed('b'),
  },
  playerBattles: {
    from: '"battle_side" s JOIN "battle" b ON b."id" = s."battle_id"',
    parent: 's."player_id"',
    id: 's."battle_id"',
    key: 's."newest"',
    order: 'DESC',
    where: battleIsListed('b'),
  },
  playerParticipations: {
    from: '"participant" p JOIN "tournament" t ON t."slug" = p."tournament_slug"',
    parent: 'p."player_id"',
    id: 'p."id"',
    key: 't."newest"',
    order: 'DESC',
    where: tournamentIsVisible('t'),
  },
  tournamentBattles: {
    from: '"battle" b',
    parent: 'b."tournament_slug"',
    id: 'b."id"',
    key: 'b."newest"',
    order: 'DESC',
    where: 'true',
  },
  tournamentParticipants: {
    from: '"participant" p',
    parent: 'p."tournament_slug"',
    id: 'p."id"',
    key: 'p."alphabetical"',
    order: 'ASC',
    where: 'true',
  },
} satisfies Record<string, Source>;

export type Listing = keyof typeof listings;

/** One page for each parent, in the order of `parents`. A listing of everything has the one parent ''. */
export async function readPages(
  sql: Sql,
  listing: Listing,
  parents: readonly string[],
  request: PageRequest,
): Promise<Page[]> {
  const source: Source = listings[listing];
  const { text, values } = statement(source, parents, request);
  const rows = await sql.query<{ nth: number; id: string; key: string }>(text, values);
  const byParent: { id: string; key: string }[][] = parents.map(() => []);
  for (const { nth, id, key } of rows) byParent[nth - 1]?.push({ id, key });
  // One row more than the page was asked for: it shows that there is a next page, and is not given out.
  return byParent.map((found) => ({
    ids: found.slice(0, request.size).map(({ id }) => id),
    nextKey: found.length > request.size ? (found[request.size - 1]?.key ?? null) : null,
  }));
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
  const rows = await sql.query<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM ${source.from} WHERE ${conditions.join(' AND ')}) AS "count"
     FROM unnest($1::text[]) WITH ORDINALITY AS "parent"("key", "nth") ORDER BY "nth"`,
    values,
  );
  return rows.map(({ count }) => count);
}

function statement(source: Source, parents: readonly string[], { after, size, ...filters }: PageRequest) {
  const { conditions, values } = filtered(source, filters, [parents]);
  const value = (given: unknown) => `$${values.push(given)}`;
  if (after !== null) conditions.push(`${source.key} ${source.order === 'DESC' ? '<' : '>'} ${value(after)}`);
  const text = `SELECT "parent"."nth"::int AS "nth", "row"."id", "row"."key"
    FROM unnest($1::text[]) WITH ORDINALITY AS "parent"("key", "nth") CROSS JOIN LATERAL (
      SELECT ${source.id}::text AS "id", ${source.key} AS "key" FROM ${source.from}
      WHERE ${conditions.join(' AND ')} ORDER BY ${source.key} ${source.order} LIMIT ${size + 1}
    ) AS "row"`;
  return { text, values };
}

/** Keys that say "newest first" begin with the date, so a window of dates is a range of keys. */
function filtered(source: Source, { from, to, status }: Filters, values: unknown[]) {
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [source.where];
  if (source.parent) conditions.push(`${source.parent} = "parent"."key"`);
  if (status !== null) conditions.push(`t."status" = ${value(status)}::"tournament_status"`);
  if (from !== null || to !== null) conditions.push(`${source.key} >= ${value(from ?? EARLIEST_DAY)}`);
  if (to !== null) conditions.push(`${source.key} < ${value(`${to}${AFTER_ANY_KEY_OF_THE_DAY}`)}`);
  return { conditions, values };
}

/** Rows without a date have keys below this one. */
const EARLIEST_DAY = '0001-01-01';
const AFTER_ANY_KEY_OF_THE_DAY = '~';
