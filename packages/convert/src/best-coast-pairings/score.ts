// The score of a pairing is stored in up to four places: the pairing's games, its metadata, and the players' `games` and
// `total_games`. The first that has it counts, except that `total_games` is where organisers correct a score.
import { type Outcome, outcomeOf } from '../event.js';
import { type JsonObject, numberOf, objectOf, objectsIn, wholeOf } from '../read/json.js';

type Score = { points: number | null; result: number | null };
type Scores = {
  sides: [Score, Score];
  outcome: Outcome;
  /** A player's row of games was taken instead of the pairing's score. */
  corrected: boolean;
  /** There is no result, or one that cannot be: the points decide. */
  byPoints: boolean;
};

export function scoresOf(pairing: JsonObject, one: JsonObject, two: JsonObject, round: number | null): Scores {
  const stored = [pairingScore(pairing, 1), pairingScore(pairing, 2)] as const;
  const fixed = [one, two].map((player) => rowScore(player.total_games, round));
  const sides: [Score, Score] = [scoreOf(pairing, 1, one, round), scoreOf(pairing, 2, two, round)];
  const corrected = differs(stored[0], fixed[0]) || differs(stored[1], fixed[1]);
  const [first, second] = sides;
  const told = byResults(first.result, second.result);
  if (told !== null || first.points === null || second.points === null) {
    return { sides, outcome: told, corrected, byPoints: false };
  }
  const isPlayed = first.points !== 0 || second.points !== 0;
  return { sides, outcome: isPlayed ? outcomeOf(first.points, second.points) : null, corrected, byPoints: isPlayed };
}

/** Of one player of a pairing: where organisers correct a score, then the pairing, then the player's games. */
export const scoreOf = (pairing: JsonObject, number: 1 | 2, player: JsonObject, round: number | null): Score =>
  orElse(orElse(rowScore(player.total_games, round), pairingScore(pairing, number)), rowScore(player.games, round));

function pairingScore(pairing: JsonObject, number: 1 | 2): Score {
  const game = objectOf(pairing, `player${number}Game`) ?? objectOf(objectOf(pairing, `player${number}`), 'game');
  const meta = objectOf(pairing, 'metaData');
  return {
    points: numberOf(game, 'points', 'gamePoints') ?? numberOf(meta, `p${number}-gamePoints`),
    result: wholeOf(game, 'result', 'gameResult') ?? wholeOf(meta, `p${number}-gameResult`),
  };
}

function rowScore(rows: unknown, round: number | null): Score {
  const row = objectsIn(rows).find((each) => round !== null && wholeOf(each, 'gameNum') === round) ?? null;
  return { points: numberOf(row, 'gamePoints', 'points'), result: wholeOf(row, 'gameResult', 'result') };
}

const orElse = (score: Score | undefined, otherwise: Score | undefined): Score => ({
  points: score?.points ?? otherwise?.points ?? null,
  result: score?.result ?? otherwise?.result ?? null,
});

const differs = (pairing: Score, row: Score | undefined): boolean =>
  (['points', 'result'] as const).some((key) => {
    const [stored, own] = [pairing[key], row?.[key] ?? null];
    return stored !== null && own !== null && stored !== own;
  });

/** 2 is a win, 1 a draw, 0 a loss. */
export const outcomeByResult = (result: number | null): Outcome =>
  result === 2 ? 'win' : result === 1 ? 'draw' : result === 0 ? 'loss' : null;

/** 0 and 0 is a battle that was not played. */
function byResults(first: number | null, second: number | null): Outcome {
  if (first === 2 && second === 0) return 'win';
  if (first === 0 && second === 2) return 'loss';
  return first === 1 && second === 1 ? 'draw' : null;
}
