-- The ratings before a battle were kept without decimals, so that 1500.9999 passed for at most 1500. Now they are kept as
-- twice the whole part, plus 1 if there are decimals: the value of the first times 2^16, plus that of the second.
-- The service works out what was expected anew.
DELETE FROM "tournament_expectation";
INSERT INTO "rating_stale" ("week") SELECT -2147483648 WHERE EXISTS (SELECT FROM "rating");
