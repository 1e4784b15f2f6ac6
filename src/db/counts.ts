import type { Sql } from './sql.js';

/** Everybody who signed up, dropped or not, in the order of `slugs`. */
export async function readPlayerCounts(sql: Sql, slugs: readonly string[]): Promise<number[]> {
  const rows = await sql.query<{ slug: string; count: number }>(
    `SELECT "tournament_slug" AS "slug", count(*)::int AS "count" FROM "participant"
     WHERE "tournament_slug" = ANY ($1) GROUP BY 1`,
    [slugs],
  );
  const counts = new Map(rows.map(({ slug, count }) => [slug, count]));
  return slugs.map((slug) => counts.get(slug) ?? 0);
}
