import { board } from './board.js';
import type { Competition } from './competition.js';
import type { Figures, StageFigures } from './figures.js';
import { POINT_UNITS } from './points.js';

/** One side of a battle that counts, with the fields that the board needs. */
export type PlayedSide = {
  stageId: string;
  round: number;
  participantId: number;
  opponentId: number;
  outcome: 'win' | 'draw' | 'loss' | null;
  /** Battle points in the smallest unit, so that their sum does not depend on the order. */
  pointUnits: number;
  victoryPoints: number;
  victoryPointsDiff: number;
};

/** Ranks by participant; null for those without a battle so far. */
export type RanksAfter = { round: number; rankOf: ReadonlyMap<number, number | null> };

/** Ranks on the board of a stage after each round in which a battle was played. */
export function ranksByRound(stageId: string, competition: Competition, all: readonly PlayedSide[]): RanksAfter[] {
  const sides = all.filter((side) => side.stageId === stageId);
  const rounds = [...new Set(sides.map(({ round }) => round))].sort((a, b) => a - b);
  return rounds.map((round) => {
    const figures = figuresOf(
      stageId,
      sides.filter((side) => side.round <= round),
    );
    const rows = board(stageId, { ...competition, figures });
    return { round, rankOf: new Map(rows.map(({ participantId, rank }) => [participantId, rank])) };
  });
}

type Sums = Omit<StageFigures, 'battlePoints' | 'opponentsBattlePoints'> & {
  pointUnits: number;
  opponentsUnits: number;
};

function figuresOf(stageId: string, sides: readonly PlayedSide[]): StageFigures[] {
  const sums = new Map<number, Sums>();
  for (const side of sides) {
    const own = sums.get(side.participantId) ?? nothing(stageId, side.participantId);
    sums.set(side.participantId, own);
    own.battles += 1;
    own.wins += side.outcome === 'win' ? 1 : 0;
    own.draws += side.outcome === 'draw' ? 1 : 0;
    own.losses += side.outcome === 'loss' ? 1 : 0;
    own.pointUnits += side.pointUnits;
    own.victoryPoints += side.victoryPoints;
    own.victoryPointsDiff += side.victoryPointsDiff;
  }
  // An opponent met twice counts twice.
  for (const { participantId, opponentId } of sides) {
    const [own, other] = [sums.get(participantId), sums.get(opponentId)];
    if (!own || !other) continue;
    own.opponentsUnits += other.pointUnits;
    own.opponentsWins += other.wins;
  }
  return [...sums.values()].map(({ pointUnits, opponentsUnits, ...rest }) => ({
    ...rest,
    battlePoints: pointUnits / POINT_UNITS,
    opponentsBattlePoints: opponentsUnits / POINT_UNITS,
  }));
}

const nothing = (stageId: string, participantId: Figures['participantId']): Sums => ({
  stageId,
  participantId,
  battles: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  pointUnits: 0,
  victoryPoints: 0,
  victoryPointsDiff: 0,
  opponentsUnits: 0,
  opponentsWins: 0,
  faction: null,
});
