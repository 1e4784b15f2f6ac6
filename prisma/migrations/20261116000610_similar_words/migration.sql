-- The second try of a search, for what is misspelt: words of names that are like a word. How like is said by the extension
-- pg_trgm, which a server may not have or allow: then there are none, until somebody who may calls enable_similar_words().
CREATE FUNCTION similar_words("to" TEXT) RETURNS TABLE ("word" TEXT, "likeness" REAL) LANGUAGE sql STABLE AS $$
  SELECT NULL::text, NULL::real WHERE false
$$;

CREATE FUNCTION enable_similar_words() RETURNS boolean LANGUAGE plpgsql AS $enable$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  -- Compared with words that have the same two letters first, or the same first and its third: every word once, from one
  -- to the next by the index. An index of trigrams finds the same name as often as it is borne, which takes a hundred
  -- times as long. Two letters of a short word in the wrong order leave a quarter of it.
  CREATE OR REPLACE FUNCTION similar_words("to" TEXT) RETURNS TABLE ("word" TEXT, "likeness" REAL) LANGUAGE sql STABLE AS $$
    WITH RECURSIVE "seen" AS (
      SELECT k AS "kind", b AS "begun", (
        SELECT min(s."word") FROM "search_word" s WHERE s."kind" = k AND s."word" >= b AND s."word" < b || U&'\+10FFFF'
      ) AS "word"
      FROM unnest(enum_range(NULL::"search_kind")) AS k
      CROSS JOIN (SELECT left("to", 2) UNION SELECT left("to", 1) || substr("to", 3, 1)) AS "beginnings"(b)
      WHERE length("to") > 2
      UNION ALL
      SELECT w."kind", w."begun", (
        SELECT min(s."word") FROM "search_word" s
        WHERE s."kind" = w."kind" AND s."word" > w."word" AND s."word" < w."begun" || U&'\+10FFFF')
      FROM "seen" w WHERE w."word" IS NOT NULL
    )
    SELECT w."word", similarity(w."word", "to") FROM "seen" w
    WHERE similarity(w."word", "to") >= 0.25 GROUP BY w."word" ORDER BY 2 DESC, 1 LIMIT 5
  $$;
  RETURN true;
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RETURN false;
END
$enable$;

SELECT enable_similar_words();
