/**
 * A round that a participant did not play: a bye, an opponent who did not come, or a round missed. It is no battle; what
 * the organiser awards for it counts on the board.
 */
export type UnplayedRound = {
  stage: string;
  round: number;
  kind: (typeof UNPLAYED_KINDS)[number];
  outcome: 'win' | 'draw' | 'loss' | null;
  battlePoints: number | null;
  victoryPoints: number | null;
};

export const UNPLAYED_KINDS = ['bye', 'walkover', 'noShow'] as const;
