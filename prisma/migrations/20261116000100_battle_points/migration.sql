-- Boards add battle points up, and decimals as computers keep them do not add up exactly. With four decimals and a million
-- at most, their ten-thousandths are integers, whose sums are exact. What is stored with more decimals becomes what
-- the boards have shown so far, as near as four decimals are.
UPDATE "battle_side" SET "battle_points" = round("battle_points"::numeric, 4)::float8
WHERE "battle_points" <> round("battle_points"::numeric, 4)::float8;

ALTER TABLE "battle_side"
  DROP CONSTRAINT "battle_side_battle_points",
  ADD CONSTRAINT "battle_side_battle_points" CHECK (
    "battle_points" BETWEEN -1000000 AND 1000000
    AND "battle_points" = round("battle_points"::numeric, 4)::float8
  );
