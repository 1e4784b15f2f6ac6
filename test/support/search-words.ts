// The stored content of search_word, and the expected one, computed here from the source rows alone.
import type { Db } from '../../src/db/client.js';

type Thing = { kind: string; key: string; folded: string; active: string | null };

/** Both must be equal while no transaction is open. */
export async function searchWords({ sql }: Pick<Db, 'sql'>) {
  const stored = await sql.query<{ row: string }>(
    `SELECT concat_ws('|', "kind", "key", "nth", "word", "rank", "words") AS "row" FROM "search_word"`,
  );
  const stale = await sql.query<{ row: string }>(`SELECT "key" AS "row" FROM "search_stale"`);
  const things = await sql.query<Thing>(THINGS);
  return {
    stored: [...stored, ...stale].map(({ row }) => row).sort(),
    expected: things.flatMap(rowsOf).sort(),
  };
}

const LISTED = `NOT b."archived" AND (t."slug" IS NULL OR t."published")`;
const THINGS = `
  SELECT 'tournament' AS "kind", "slug" AS "key", sort_name("name") AS "folded", "start_date"::text AS "active"
  FROM "tournament" WHERE "published"
  UNION ALL SELECT 'player', p."id", sort_name(p."name"), (
    SELECT max(b."date")::text FROM "battle_side" s JOIN "battle" b ON b."id" = s."battle_id"
    LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug" WHERE s."player_id" = p."id" AND ${LISTED})
  FROM "player" p WHERE NOT p."removed"
  UNION ALL SELECT 'club', c."slug", sort_name(c."name"), greatest(
    (SELECT max("start_date")::text FROM "tournament" WHERE "club_slug" = c."slug" AND "published"),
    (SELECT max(b."date")::text FROM "club_battle" l JOIN "battle" b ON b."id" = l."battle_id"
     LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug" WHERE l."club_slug" = c."slug" AND ${LISTED}))
  FROM "club" c`;

function rowsOf({ kind, key, folded, active }: Thing): string[] {
  const words = wordsOf(folded);
  const [year = 0, month = 0] = (active ?? '').split('-').map(Number);
  const newest = active === null ? '999999' : String(120_000 - year * 12 - month).padStart(6, '0');
  const rank = `${newest} ${folded}\x01${kind} ${key}`;
  return (words.length > 0 ? words : ['']).map((word, at) =>
    [kind, key, at + 1, word, rank, ` ${words.join(' ')} `].join('|'),
  );
}

function wordsOf(folded: string): string[] {
  const joined = [folded, folded.replaceAll("'", ''), folded.replaceAll(/['-]/g, '')];
  return [...new Set(joined.join(' ').split(/[^\p{L}\p{N}\p{M}]+/u))].filter((word) => word !== '');
}
