-- The oldest release line, the major number of a version, whose code works on this schema. Migrations of a line only add, so only the
-- first release of a new line replaces this function, in the migration that drops, renames or tightens what the line before needs.
CREATE FUNCTION oldest_release_line() RETURNS INTEGER LANGUAGE sql IMMUTABLE AS $$ SELECT 2 $$;
