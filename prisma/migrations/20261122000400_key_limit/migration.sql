-- The budget of a key per minute, if it is not that of the service.
ALTER TABLE "api_key" ADD COLUMN "rate_limit" INTEGER;
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_rate_limit" CHECK ("rate_limit" BETWEEN 0 AND 1000000000);
CREATE TRIGGER "api_key_tell_limit" AFTER UPDATE OF "rate_limit" ON "api_key"
FOR EACH STATEMENT EXECUTE FUNCTION tell_keys();
