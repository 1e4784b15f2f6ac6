/** Criteria by which the board of teams can be ranked; more is better. */
export const TEAM_TIE_BREAKERS = [
  'matchPoints',
  'battlePoints',
  'victoryPointsDiff',
  'victoryPoints',
  'battlesWon',
] as const;
export type TeamTieBreaker = (typeof TEAM_TIE_BREAKERS)[number];
