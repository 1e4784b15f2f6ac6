import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';

/** Of a round that one of two did not come to: for who came, or for who did not. */
export const awardOf = (
  round: number,
  hasCome: boolean,
  side: { points: number | null; victoryPoints: number | null },
): UnplayedRound => ({
  stage: 'swiss',
  round,
  kind: hasCome ? 'walkover' : 'noShow',
  outcome: hasCome ? 'win' : 'loss',
  battlePoints: side.points,
  victoryPoints: side.victoryPoints,
});

export const WHO_CAME = 'who came to rounds that were not played, by points and words';
