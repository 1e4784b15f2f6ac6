// The keys of everything that has a page of its own, in order. Prisma cannot select every thousandth row.

import { type Model, tableOf } from '../one-statement/model.js';
import { conditionOf, refuseValue, sourceOf } from '../one-statement/where.js';
import type { Sql } from '../sql.js';
import { LISTED_BATTLE, VISIBLE } from './visibility.js';

const PAGE_KINDS = ['tournament', 'club', 'player', 'battle', 'faction'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** Archived battles have a page, but are not listed here. */
const PAGES = {
  tournament: { model: 'Tournament', key: 'slug', where: VISIBLE.Tournament },
  club: { model: 'Club', key: 'slug', where: VISIBLE.Club },
  player: { model: 'Player', key: 'id', where: VISIBLE.Player },
  battle: { model: 'Battle', key: 'id', where: LISTED_BATTLE },
  faction: { model: 'Faction', key: 'slug', where: VISIBLE.Faction },
} as const satisfies Record<PageKind, { model: Model; key: string; where: object }>;

/** The visible keys among these rows of the table, which get the alias "of". */
function visibleKeys(kind: PageKind, rows: string): string {
  const { model, key, where } = PAGES[kind];
  const of = sourceOf(model, '"of"');
  return `SELECT ${of.column(key)} AS "key" FROM ${rows} "of" WHERE ${conditionOf(of, where, refuseValue)}`;
}

/**
 * Selects the first visible key of each part of $1 rows. Only every $1-th row is looked up, in the index of the keys
 * alone, which takes a sixth of the time of numbering the visible rows.
 */
function startsOf(kind: PageKind, place: number): string {
  const { model, key } = PAGES[kind];
  const column = sourceOf(model, '"row"').column(key);
  const rows = `SELECT ${column} FROM ${tableOf(model)} "row"`;
  return `SELECT '${kind}' AS "kind", ${place} AS "place", (
      SELECT "key" FROM (${visibleKeys(kind, tableOf(model))}) AS "visible" WHERE "key" >= "begin" ORDER BY "key" LIMIT 1
    ) AS "from" FROM (
      WITH RECURSIVE "part" AS (
        SELECT (${rows} ORDER BY ${column} LIMIT 1) AS "begin" UNION ALL
        SELECT (${rows} WHERE ${column} >= "begin" ORDER BY ${column} OFFSET $1::int LIMIT 1) FROM "part"
        WHERE "begin" IS NOT NULL
      ) SELECT "begin" FROM "part"
    ) AS "parts"`;
}

/** Returns the first keys of the parts, each of `size` rows, that together cover everything visible. */
export async function readChunkStarts(sql: Sql, size: number): Promise<{ kind: PageKind; from: string }[]> {
  for (const kind of PAGE_KINDS) sql.tag?.(kind);
  return sql.queryPrepared(
    `SELECT DISTINCT "place", "kind", "from" FROM (${PAGE_KINDS.map(startsOf).join(' UNION ALL ')}) AS "each"
    WHERE "from" IS NOT NULL ORDER BY "place", "from"`,
    [size],
  );
}

/** Returns the visible keys among the `size` rows that start at this key. */
export async function readChunk(sql: Sql, kind: PageKind, from: string, size: number): Promise<string[]> {
  sql.tag?.(kind);
  const { model, key } = PAGES[kind];
  const column = sourceOf(model, '"row"').column(key);
  const rows = `SELECT * FROM ${tableOf(model)} "row" WHERE ${column} >= $1 ORDER BY ${column} LIMIT $2::int`;
  const keys = await sql.queryPrepared<{ key: string }>(`${visibleKeys(kind, `(${rows})`)} ORDER BY "key"`, [
    from,
    size,
  ]);
  return keys.map(({ key: each }) => each);
}
