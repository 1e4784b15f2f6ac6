/** Criteria by which a board can be ranked; more is better. The last two are sums over a player's opponents. */
export const TIE_BREAKERS = [
  'battlePoints',
  'wins',
  'victoryPointsDiff',
  'victoryPoints',
  'opponentsBattlePoints',
  'opponentsWins',
] as const;
export type TieBreaker = (typeof TIE_BREAKERS)[number];
