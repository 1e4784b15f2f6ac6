/** Totals of one participant's battles and of what was awarded for unplayed rounds, in one stage or over several. */
export type Figures = {
  participantId: number;
  battles: number;
  unplayed: number;
  wins: number;
  draws: number;
  losses: number;
  battlePoints: number;
  victoryPoints: number;
  victoryPointsDiff: number;
  opponentsBattlePoints: number;
  opponentsWins: number;
  /** The faction played, if a battle recorded one. */
  faction: string | null;
};

/** The opponents met in a stage are counted twice: by what they did in the stage, and by what they did in all stages. */
export type StageFigures = Figures & {
  stageId: string;
  opponentsBattlePointsInAll: number;
  opponentsWinsInAll: number;
};

/** Returns zeros for a participant who has not taken part. */
export type FiguresOf = (participantId: number) => Figures;

export function figuresInStage(figures: readonly StageFigures[], stageId: string): FiguresOf {
  const inStage = figures.filter((own) => own.stageId === stageId);
  const byParticipant = new Map(inStage.map((own) => [own.participantId, own]));
  return (participantId) => byParticipant.get(participantId) ?? noFigures(participantId);
}

export function figuresOverAllStages(figures: readonly StageFigures[]): FiguresOf {
  // If stages disagree on the faction, that of the Swiss rounds counts: `swiss` sorts after every other stage id.
  const swissFirst = figures.toSorted((a, b) => (a.stageId < b.stageId ? 1 : -1));
  const totals = new Map<number, Figures>();
  for (const own of swissFirst) {
    totals.set(own.participantId, sum(totals.get(own.participantId) ?? noFigures(own.participantId), own));
  }
  return (participantId) => totals.get(participantId) ?? noFigures(participantId);
}

/** Whether there is something to rank the participant by. */
export const hasTakenPart = ({ battles, unplayed }: Pick<Figures, 'battles' | 'unplayed'>) => battles + unplayed > 0;

export function noFigures(participantId: number): Figures {
  return {
    participantId,
    battles: 0,
    unplayed: 0,
    wins: 0,
    draws: 0,
    losses: 0,
    battlePoints: 0,
    victoryPoints: 0,
    victoryPointsDiff: 0,
    opponentsBattlePoints: 0,
    opponentsWins: 0,
    faction: null,
  };
}

export const noStageFigures = (stageId: string, participantId: number): StageFigures => ({
  ...noFigures(participantId),
  stageId,
  opponentsBattlePointsInAll: 0,
  opponentsWinsInAll: 0,
});

function sum(a: Figures, b: StageFigures): Figures {
  return {
    participantId: a.participantId,
    battles: a.battles + b.battles,
    unplayed: a.unplayed + b.unplayed,
    wins: a.wins + b.wins,
    draws: a.draws + b.draws,
    losses: a.losses + b.losses,
    battlePoints: a.battlePoints + b.battlePoints,
    victoryPoints: a.victoryPoints + b.victoryPoints,
    victoryPointsDiff: a.victoryPointsDiff + b.victoryPointsDiff,
    opponentsBattlePoints: a.opponentsBattlePoints + b.opponentsBattlePointsInAll,
    opponentsWins: a.opponentsWins + b.opponentsWinsInAll,
    faction: a.faction ?? b.faction,
  };
}
