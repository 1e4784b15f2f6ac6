-- The change feed tells of settings too, as the topic `settings`: pages show whether the demo world is loaded.
CREATE FUNCTION tell_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change(ARRAY['settings']);
  RETURN NULL;
END
$$;

CREATE TRIGGER "setting_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "setting"
FOR EACH STATEMENT EXECUTE FUNCTION tell_settings();
