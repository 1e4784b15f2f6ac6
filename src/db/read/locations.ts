// Countries and cities of published tournaments and of clubs, counted.

import { columnsOf, tableOf } from '../one-statement/model.js';
import { conditionOf, refuseValue, sourceOf } from '../one-statement/where.js';
import type { Sql } from '../sql.js';
import { VISIBLE } from './visibility.js';
import { hasWords } from './words.js';

export type Location = {
  /** Null for a country. */
  city: string | null;
  country: string | null;
  tournaments: number;
  clubs: number;
};

const t = columnsOf('Tournament', 't');
const c = columnsOf('Club', 'c');
const IS_VISIBLE = conditionOf(sourceOf('Tournament', 't'), VISIBLE.Tournament, refuseValue);

/** Where there is something, one row for each tournament and club. */
const ALL = `SELECT ${t.country}, ${t.city}, 1 AS "tournament" FROM ${tableOf('Tournament')} t WHERE ${IS_VISIBLE}
  UNION ALL SELECT ${c.country}, ${c.city}, 0 FROM ${tableOf('Club')} c`;

function tagAll({ tag }: Sql): void {
  tag?.('tournament');
  tag?.('club');
}

/** The most frequent first: those with a name that has every word of the text, or with one of the other names. */
export function readLocations(
  sql: Sql,
  text: string | null,
  names: readonly string[],
  first: number,
): Promise<Location[]> {
  tagAll(sql);
  return sql.queryPrepared<Location>(
    `WITH "all" AS MATERIALIZED (${ALL}), "counted" AS (
       SELECT min("country") AS "country", NULL AS "city", min("country") AS "name", sum("tournament")::int AS "tournaments",
         count(*)::int AS "entries" FROM "all" WHERE "country" IS NOT NULL GROUP BY sort_name("country")
       UNION ALL
       SELECT min("country"), min("city"), min("city"), sum("tournament")::int, count(*)::int
       FROM "all" WHERE "city" IS NOT NULL GROUP BY sort_name("city"), sort_name("country")
     )
     SELECT "country", "city", "tournaments", "entries" - "tournaments" AS "clubs" FROM "counted"
     WHERE $1::text IS NULL OR ${hasWords('"name"', '$1')}
       OR sort_name("name") = ANY (ARRAY(SELECT sort_name(n) FROM unnest($2::text[]) AS n))
     ORDER BY "entries" DESC, sort_name("name") COLLATE "C", "country" LIMIT $3`,
    [text, names, first],
  );
}

/** More names than there are countries: one that is written in two ways has two. */
const COUNTRIES_MAX = 1_000;

/** Every country that there is, in alphabetical order. */
export async function readCountries(sql: Sql): Promise<string[]> {
  tagAll(sql);
  const rows = await sql.queryPrepared<{ country: string }>(
    `SELECT min("country") AS "country" FROM (SELECT DISTINCT "country" FROM (${ALL}) "all") "of"
     WHERE "country" IS NOT NULL GROUP BY sort_name("country") ORDER BY sort_name("country") COLLATE "C" LIMIT $1`,
    [COUNTRIES_MAX],
  );
  return rows.map(({ country }) => country);
}
