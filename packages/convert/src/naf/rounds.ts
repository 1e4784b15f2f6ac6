/** A game with its time and the keys of its players. */
type Timed = { time: string; players: readonly string[] };

/**
 * The round of each game, guessed: a round ends where the time changes, or where somebody would play in it twice. Null if
 * that gives more rounds than anybody has played games: then times are those of single games.
 */
export function guessRounds(games: readonly Timed[]): number[] | null {
  const order = games
    .map((game, index) => ({ ...game, index }))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  const rounds: number[] = new Array(games.length).fill(0);
  const played = new Map<string, number>();
  let round = 0;
  let time: string | null = null;
  let inRound = new Set<string>();
  for (const game of order) {
    if (game.time !== time || game.players.some((player) => inRound.has(player))) {
      round += 1;
      inRound = new Set();
    }
    time = game.time;
    rounds[game.index] = round;
    for (const player of game.players) {
      inRound.add(player);
      played.set(player, (played.get(player) ?? 0) + 1);
    }
  }
  const most = [...played.values()].reduce((best, count) => Math.max(best, count), 0);
  return round > most ? null : rounds;
}
