-- Where a tournament came from, when a converter made its record. It is a column of the tournament, so the triggers there
-- already report its changes.
ALTER TABLE "tournament" ADD COLUMN "provenance" JSONB;

CREATE FUNCTION is_provenance("provenance" JSONB) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof("provenance") = 'object' AND "provenance" @? '$ ? (
    @.source.type() == "string" && (@.sourceId.type() == "string" || @.sourceId.type() == "null")
    && @.sha256.type() == "array" && !exists(@.sha256[*] ? (@.type() != "string"))
    && @.converter.type() == "string" && @.readOn like_regex "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
    && @.guessed.type() == "array" && !exists(@.guessed[*] ? (@.type() != "string"))
    && @.missing.type() == "array" && !exists(@.missing[*] ? (@.type() != "string")))'
$$;

ALTER TABLE "tournament" ADD CONSTRAINT "tournament_provenance" CHECK (is_provenance("provenance"));
