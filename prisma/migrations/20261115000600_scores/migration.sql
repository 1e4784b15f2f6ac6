-- Far above any score, and small enough that the totals of a tournament fit into an integer.
ALTER TABLE "battle_side"
  ADD CONSTRAINT "battle_side_scores" CHECK (
    "victory_points" BETWEEN -1000000 AND 1000000 AND coalesce("objective_points", 0) <= 1000000
  );
