import { exactPoints } from '@battle-results/bundle-format/points';
import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';
import type { Contender } from './contender.js';
import { noStageFigures, type StageFigures } from './figures.js';

/** `figures` with the awards of rounds up to `throughRound`; those of the opponents met stay sums over their battles. */
export function withUnplayed(
  figures: readonly StageFigures[],
  contenders: readonly Pick<Contender, 'id' | 'unplayed'>[],
  throughRound: number | null,
): readonly StageFigures[] {
  const absent = contenders.filter(({ unplayed }) => unplayed.length > 0);
  if (absent.length === 0) return figures;
  const keyOf = (participantId: number, stageId: string) => `${participantId} ${stageId}`;
  const all = new Map(figures.map((own) => [keyOf(own.participantId, own.stageId), own]));
  for (const { id, unplayed } of absent) {
    for (const award of unplayed) {
      if (throughRound !== null && award.round > throughRound) continue;
      const key = keyOf(id, award.stage);
      all.set(key, awarded(all.get(key) ?? noStageFigures(award.stage, id), award));
    }
  }
  return [...all.values()];
}

function awarded(own: StageFigures, { outcome, battlePoints, victoryPoints }: UnplayedRound): StageFigures {
  return {
    ...own,
    unplayed: own.unplayed + 1,
    wins: own.wins + Number(outcome === 'win'),
    draws: own.draws + Number(outcome === 'draw'),
    losses: own.losses + Number(outcome === 'loss'),
    battlePoints: exactPoints(own.battlePoints + (battlePoints ?? 0)),
    victoryPoints: own.victoryPoints + (victoryPoints ?? 0),
    // Nothing is given away.
    victoryPointsDiff: own.victoryPointsDiff + (victoryPoints ?? 0),
  };
}
