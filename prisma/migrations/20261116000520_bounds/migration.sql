-- What an import refuses of names, keys and stages, for writes by SQL as well: names are not blank and have no control
-- characters, keys have nothing that people do not see, texts have a bound, and a band goes from its first place to its last.

CREATE FUNCTION is_word("key" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT "key" ~ '^(?!\.\.?$)[^\s/?#%\u0001-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffb]{1,200}$'
$$;

CREATE FUNCTION is_name("name" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT "name" ~ '^(?!\s*$)[^\u0001-\u001f\u007f-\u009f]{1,200}$'
$$;

ALTER TABLE "club"
  DROP CONSTRAINT "club_slug_word",
  ADD CONSTRAINT "club_slug_word" CHECK (is_word("slug")),
  ADD CONSTRAINT "club_name" CHECK (is_name("name")),
  ADD CONSTRAINT "club_texts" CHECK (char_length("description") <= 20000
    AND coalesce(char_length("city"), 0) <= 200 AND coalesce(char_length("country"), 0) <= 200
    AND coalesce(char_length("website"), 0) <= 2000);

ALTER TABLE "player"
  DROP CONSTRAINT "player_id_word",
  ADD CONSTRAINT "player_id_word" CHECK (is_word("id")),
  ADD CONSTRAINT "player_name" CHECK (is_name("name"));

ALTER TABLE "battle_pack" ADD CONSTRAINT "battle_pack_name" CHECK (is_name("name"));

ALTER TABLE "tournament"
  DROP CONSTRAINT "tournament_slug_word",
  ADD CONSTRAINT "tournament_slug_word" CHECK (is_word("slug")),
  ADD CONSTRAINT "tournament_name" CHECK (is_name("name")),
  ADD CONSTRAINT "tournament_texts" CHECK (char_length("description") <= 20000
    AND coalesce(char_length("city"), 0) <= 200 AND coalesce(char_length("country"), 0) <= 200);

ALTER TABLE "stage"
  DROP CONSTRAINT "stage_id_in_use",
  ADD CONSTRAINT "stage_id_in_use" CHECK (
    "id" ~ '^(standings|swiss|knockout|placement-swiss|placement-[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?)$'),
  ADD CONSTRAINT "stage_band_in_order" CHECK (
    substring("id" FROM '^placement-[0-9]{1,9}-([0-9]{1,9})$')::int > substring("id" FROM '^placement-([0-9]{1,9})-')::int),
  ADD CONSTRAINT "stage_name" CHECK (is_name("name"));

ALTER TABLE "participant"
  ADD CONSTRAINT "participant_name" CHECK (is_name("name")),
  ADD CONSTRAINT "participant_group" CHECK (is_name("group"));

ALTER TABLE "bracket_match" ADD CONSTRAINT "bracket_match_round" CHECK (is_name("round"));

ALTER TABLE "battle"
  DROP CONSTRAINT "battle_id_word",
  ADD CONSTRAINT "battle_id_word" CHECK (is_word("id")),
  ADD CONSTRAINT "battle_scenario" CHECK (char_length("scenario") <= 200);

ALTER TABLE "battle_side"
  ADD CONSTRAINT "battle_side_name" CHECK (is_name("name")),
  ADD CONSTRAINT "battle_side_texts" CHECK (coalesce(char_length("faction"), 0) <= 200
    AND coalesce(char_length("sub_faction"), 0) <= 200 AND coalesce(char_length("grand_strategy"), 0) <= 200);
