import type { TieBreaker } from '../operations.generated.js';

export type Sums = { battlePoints: number; victoryPoints: number; victoryPointsDiff: number };
type Kind = 'battlePoints' | 'victoryPoints';

/** Which points a board has. Some systems have no battle points or no victory points: every sum of them is then 0. */
export type Scored = Record<Kind, boolean>;

export const scoredIn = (rows: readonly Sums[]): Scored => ({
  battlePoints: rows.some(({ battlePoints }) => battlePoints !== 0),
  victoryPoints: rows.some(({ victoryPoints, victoryPointsDiff }) => victoryPoints !== 0 || victoryPointsDiff !== 0),
});

/** Of what each criterion of ranking is a sum. */
const SUMS: Record<TieBreaker, Kind | null> = {
  battlePoints: 'battlePoints',
  wins: null,
  victoryPointsDiff: 'victoryPoints',
  victoryPoints: 'victoryPoints',
  opponentsBattlePoints: 'battlePoints',
  opponentsWins: null,
};

/** False if it is 0 for all. */
export function tellsApart(criterion: TieBreaker, scored: Scored): boolean {
  const kind = SUMS[criterion];
  return kind === null || scored[kind];
}
