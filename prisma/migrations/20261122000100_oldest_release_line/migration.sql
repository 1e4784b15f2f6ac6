-- The oldest release line, the major number of a version, whose code still works on this schema: a process of an older release may
-- start while a newer one has already migrated. Migrations of a line only add, so only the first release of a new line may replace
-- this function, in the migration that drops, renames or tightens what the line before needs.
CREATE FUNCTION oldest_release_line() RETURNS INTEGER LANGUAGE sql IMMUTABLE AS $$ SELECT 1 $$;
