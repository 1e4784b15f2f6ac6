-- Two letters in the wrong order are the slip made most often, and trigrams see the least of it: whatever differs so from
-- what was asked for comes first, wherever in the word that is. Of other words those are compared that begin alike. Few are
-- read one after the other, which takes a thirtieth of going from one word to the next; many names bear the same word, and
-- there that is sooner.
CREATE OR REPLACE FUNCTION enable_similar_words() RETURNS boolean LANGUAGE plpgsql AS $enable$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE OR REPLACE FUNCTION similar_words("to" TEXT) RETURNS TABLE ("word" TEXT, "likeness" REAL) LANGUAGE sql STABLE AS $$
    WITH RECURSIVE "kinds" AS (
      SELECT unnest(enum_range(NULL::"search_kind")) AS "kind"
    ), "turned" AS MATERIALIZED (
      SELECT DISTINCT overlay("to" PLACING reverse(substr("to", n, 2)) FROM n FOR 2) AS "word"
      FROM generate_series(1, length("to") - 1) AS n WHERE length("to") > 2
    ), "ranges" AS MATERIALIZED (
      SELECT k."kind", b AS "begun", (
        SELECT count(*) FROM (
          SELECT FROM "search_word" s WHERE s."kind" = k."kind" AND s."word" >= b AND s."word" < b || U&'\+10FFFF' LIMIT 4000
        ) AS "some") < 4000 AS "few"
      FROM "kinds" k CROSS JOIN (SELECT left("to", 2) UNION SELECT left("to", 1) || substr("to", 3, 1)) AS "beginnings"(b)
      WHERE length("to") > 2
    ), "seen" AS (
      SELECT r."kind", r."begun", (
        SELECT min(s."word") FROM "search_word" s
        WHERE s."kind" = r."kind" AND s."word" >= r."begun" AND s."word" < r."begun" || U&'\+10FFFF') AS "word"
      FROM "ranges" r WHERE NOT r."few"
      UNION ALL
      SELECT w."kind", w."begun", (
        SELECT min(s."word") FROM "search_word" s
        WHERE s."kind" = w."kind" AND s."word" > w."word" AND s."word" < w."begun" || U&'\+10FFFF')
      FROM "seen" w WHERE w."word" IS NOT NULL
    ), "known" AS (
      SELECT w."word" FROM "seen" w WHERE w."word" IS NOT NULL
      UNION
      SELECT s."word" FROM "ranges" r CROSS JOIN LATERAL (
        SELECT DISTINCT s."word" FROM "search_word" s
        WHERE s."kind" = r."kind" AND s."word" >= r."begun" AND s."word" < r."begun" || U&'\+10FFFF'
      ) s WHERE r."few"
      UNION
      SELECT t."word" FROM "turned" t WHERE EXISTS (
        SELECT FROM "kinds" k JOIN "search_word" s ON s."kind" = k."kind" AND s."word" = t."word")
    )
    SELECT "like"."word", "like"."likeness" FROM (
      SELECT k."word", CASE WHEN k."word" IN (SELECT t."word" FROM "turned" t) THEN 1 ELSE similarity(k."word", "to") END AS "likeness"
      FROM "known" k OFFSET 0
    ) AS "like" WHERE "like"."likeness" >= 0.25 ORDER BY 2 DESC, 1 LIMIT 5
  $$;
  RETURN true;
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RETURN false;
END
$enable$;

SELECT enable_similar_words();
