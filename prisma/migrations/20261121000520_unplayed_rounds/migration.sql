-- Rounds that a participant did not play, such as a bye, with what the organiser awards for them. They are a column of the participant,
-- so the triggers there already report their changes, and no battle is invented.
ALTER TABLE "participant" ADD COLUMN "unplayed" JSONB NOT NULL DEFAULT '[]';

CREATE FUNCTION are_unplayed_rounds("unplayed" JSONB) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_typeof("unplayed") = 'array' AND NOT "unplayed" @? 'strict $[*] ? (@.type() != "object")'
  AND NOT "unplayed" @? '$[*] ? (!(
    @.stage.type() == "string" && @.round.type() == "number" && @.round >= 1 && @.round.floor() == @.round
    && (@.kind == "bye" || @.kind == "walkover" || @.kind == "noShow")
    && (@.outcome == null || @.outcome == "win" || @.outcome == "draw" || @.outcome == "loss")
    && (@.battlePoints == null || @.battlePoints.type() == "number" && @.battlePoints.abs() <= 1000000)
    && (@.victoryPoints == null || @.victoryPoints.type() == "number" && @.victoryPoints.floor() == @.victoryPoints
      && @.victoryPoints.abs() <= 1000000)))'
$$;

ALTER TABLE "participant" ADD CONSTRAINT "participant_unplayed" CHECK (are_unplayed_rounds("unplayed"));
