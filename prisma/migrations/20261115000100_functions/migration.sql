-- The rules that generated columns and checks are written in. All of them are immutable for the same reason:
-- what they give must not depend on the locale, the date style or the version of the database.

-- A calendar day as YYYY-MM-DD.
CREATE FUNCTION day_text("day" DATE) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lpad(extract(year FROM "day")::int::text, 4, '0')
    || '-' || lpad(extract(month FROM "day")::int::text, 2, '0')
    || '-' || lpad(extract(day FROM "day")::int::text, 2, '0')
$$;

-- Key of "newest first": read downwards it gives date, then round, then id, and no date comes last.
-- One text instead of three columns, so that a page starts with one comparison on one index.
CREATE FUNCTION newest_key("day" DATE, "round" INTEGER, "id" TEXT) RETURNS TEXT
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(day_text("day"), '') || ' ' || lpad(coalesce("round", 0)::text, 4, '0') || ' ' || "id"
$$;

-- A name without case and accents. Letters that do not decompose are spelled out here; the rest of the
-- world's scripts keep their code point order.
CREATE FUNCTION sort_name("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g'),
      'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th'),
    'ØøŁłĐđÐðĦħŦŧıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ',
    'oollddddhhttiαβγδεζηθικλμνξοπρσστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'
  ) COLLATE "C")
$$;

-- Key of "alphabetical": the sort name, then something that tells namesakes apart. The separator sorts before
-- every printable character, so that "Ann" comes before "Ann Lee".
CREATE FUNCTION alphabetical_key("name" TEXT, "tail" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sort_name(coalesce("name", '')) || E'\x01' || "tail"
$$;

-- Totals over the organiser's metrics of each round: numbers are summed, yes/no is counted.
CREATE FUNCTION metric_totals("rounds" JSONB) RETURNS JSONB LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF NOT "rounds" @? '$[*].metrics.*' THEN
    RETURN '{}';
  END IF;
  RETURN (
    SELECT jsonb_object_agg("key", "total")
    FROM (
      SELECT "metric"."key", sum(CASE "metric"."value"
        WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE "metric"."value"::numeric END) AS "total"
      FROM jsonb_array_elements("rounds") AS "round", jsonb_each("round" -> 'metrics') AS "metric"
      GROUP BY "metric"."key"
    ) AS "totals"
  );
END
$$;

-- A path without "strict" looks through arrays, so what must be an object is asked for beforehand.
CREATE FUNCTION is_army_list("list" JSONB) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof("list") = 'object' AND "list" @? '$ ? (
    @.faction.type() == "string" && @.subFaction.type() == "string" && @.points.type() == "number"
    && @.battleTacticCards.type() == "array" && !exists(@.battleTacticCards[*] ? (@.type() != "string"))
    && @.text.type() == "string")'
$$;

CREATE FUNCTION are_player_rounds("rounds" JSONB) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof("rounds") = 'array' AND NOT "rounds" @? 'strict $[*] ? (@.type() != "object")'
  AND NOT "rounds" @? '$[*] ? (!(
    @.round.type() == "number" && @.victoryPoints.type() == "number" && @.objectivePoints.type() == "number"
    && @.objectives.type() == "array" && !exists(@.objectives[*] ? (@.type() != "string"))
    && (@.battleTactic.type() == "string" || @.battleTactic.type() == "null")
    && @.battleTacticScored.type() == "boolean" && @.priority.type() == "boolean"
    && @.metrics.type() == "object"
    && !exists(@.metrics.* ? (@.type() != "number" && @.type() != "boolean"))))'
$$;
